import type { Database, Statement, TeamContext } from "@jst/db";
import type { TargetName } from "./provider.ts";

/** The latest attempt to pay something. */
export interface Attempt {
  reference: string | null;
  /** A page of the provider on which it can be paid still. */
  url: string | null;
  isDeclined: boolean;
  /** When it was declined last; null where it never was. */
  declinedAt: string | null;
}

/** Reads the latest attempt; undefined where nobody has tried. */
export async function findAttempt(
  database: Database,
  context: TeamContext,
  { kind, id }: TargetName,
): Promise<Attempt | undefined> {
  const statement: Statement = {
    name: "commerce.attempts.find",
    text: `select a.reference, case when a.expires_at > clock_timestamp() then a.url end as url,
  a.declined_at is not null as "isDeclined", a.declined_at::text as "declinedAt"
from commerce.attempts a where a.team_id = $1 and a.kind = $2 and a.target_id = $3`,
    values: [context.teamId, kind, id],
  };
  const [row] = await database.read<Attempt & Record<string, unknown>>(context, statement);
  return row;
}

/** Notes that the latest attempt was declined; one that the provider has a page for stays known. */
export async function noteDeclined(
  database: Database,
  context: TeamContext,
  { kind, id }: TargetName,
): Promise<void> {
  await database.write(context, async (tx) => {
    await tx.query({
      name: "commerce.attempts.declined",
      text: `insert into commerce.attempts (team_id, kind, target_id, declined_at) values ($1, $2, $3, clock_timestamp())
on conflict (team_id, kind, target_id) do update set declined_at = excluded.declined_at`,
      values: [context.teamId, kind, id],
    });
  });
}

/** Notes the page of the provider on which it can be paid now. */
export async function noteOpened(
  database: Database,
  context: TeamContext,
  { kind, id }: TargetName,
  { reference, url, expiresAt }: { reference: string; url: string; expiresAt: Date },
): Promise<void> {
  await database.write(context, async (tx) => {
    await tx.query({
      name: "commerce.attempts.opened",
      text: `insert into commerce.attempts (team_id, kind, target_id, reference, url, expires_at) values ($1, $2, $3, $4, $5, $6)
on conflict (team_id, kind, target_id) do update
set reference = excluded.reference, url = excluded.url, expires_at = excluded.expires_at`,
      values: [context.teamId, kind, id, reference, url, expiresAt.toISOString()],
    });
  });
}

/** Notes that what was paid on that page of the provider has failed: its page is over. */
export async function noteFailed(
  database: Database,
  context: TeamContext,
  { kind, id }: TargetName,
  reference: string,
): Promise<void> {
  await database.write(context, async (tx) => {
    await tx.query({
      name: "commerce.attempts.failed",
      text: `update commerce.attempts set declined_at = clock_timestamp(), url = null, expires_at = null
where team_id = $1 and kind = $2 and target_id = $3 and reference = $4`,
      values: [context.teamId, kind, id, reference],
    });
  });
}
