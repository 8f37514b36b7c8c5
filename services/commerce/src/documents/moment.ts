import { one, type TeamTx } from "@jst/db";
import { settingOf, teamNow } from "../settings/team-now.ts";

/** Time and provider of a team's commerce now. */
export interface Moment {
  /** The team's now, in milliseconds since 1970. */
  nowMs: number;
  /** The provider in force. */
  provider: string;
}

/** Whether a provider charges without anybody's doing (commerce.charges). */
export const charges = (provider: string): boolean => provider === "test";

/** SQL of the provider in force: that for tests counts as manual while the team does not test (commerce.settings). */
export const PROVIDER = `(select case when p.name = 'test' and ${settingOf("commerce.test", "'false'")} <> 'true' then 'manual' else p.name end
  from (select ${settingOf("commerce.provider", "'manual'")} as name) p)`;

/** Reads the team's now and the provider in force. */
export async function readMoment(tx: TeamTx): Promise<Moment> {
  const text = `select (extract(epoch from ${teamNow()}) * 1000)::float8 as "nowMs", ${PROVIDER} as provider`;
  return one(
    await tx.query<Moment & Record<string, unknown>>({
      name: "commerce.moment",
      text,
      values: [],
    }),
  );
}
