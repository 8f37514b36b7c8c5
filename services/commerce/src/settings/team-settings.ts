import { one, type Row, type Statement, type TeamTx } from "@jst/db";
import type { BillFrom } from "../../gen/rpc.ts";

const TEAM = "nullif(current_setting('app.team_id', true), '')::uuid";

/**
 * SQL of the team's now, which decides everything that depends on time: the test clock's time if it has one, otherwise
 * the database's (commerce.clock). Without `team` it is the team of the transaction; a caller that sees several names
 * the column. Times of events are clock_timestamp() anyway.
 */
export const teamNow = (team = TEAM): string => `(select commerce.now_of(${team}))`;

/** SQL of the date that it is for the team in a zone. */
export const todayIn = (zone: string, team = TEAM): string => `(${teamNow(team)} at time zone ${zone})::date`;

/** SQL of a setting of the team of the transaction; `fallback` is SQL too. Both are words of the code. */
export const settingOf = (key: string, fallback = "null"): string =>
  `(select commerce.setting_of(${TEAM}, '${key}', ${fallback}))`;

/** SQL of whether the team of the transaction tests. */
export const IS_TEST = `(${settingOf("commerce.test", "'false'")} = 'true')`;

/** Time and provider of a team's commerce now. */
export interface Moment {
  /** The team's now, in milliseconds since 1970. */
  nowMs: number;
  /** The provider in force. */
  provider: string;
}

/** Returns whether a provider charges by itself (commerce.charges). */
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

/** Texts of a team for its payers. */
export interface SellerTexts extends Row {
  /** Instructions for payment; null if none are set. */
  instructions: string | null;
  /** Seller now; null if none is set. */
  seller: BillFrom | null;
}

/** Reads the texts as they are set now (commerce.settings). */
export const findSellerTexts: Statement = {
  name: "commerce.settings.seller_texts",
  text: `select ${settingOf("commerce.payment_instructions")} as instructions, ${settingOf("commerce.seller")}::json as seller`,
  values: [],
};
