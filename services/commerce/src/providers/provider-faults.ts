import { instant, type Database, type Row, type Statement, type TeamContext } from "@jst/db";
import type { AskedTeam } from "@jst/faults";

/** Notes that the provider opened no page for somebody who wants to pay. */
export async function noteFailure(database: Database, context: TeamContext): Promise<void> {
  const note: Statement = {
    name: "commerce.provider_faults.note",
    text: `insert into commerce.provider_faults (team_id) values ($1)
on conflict (team_id) do update set failed_at = excluded.failed_at`,
    values: [context.teamId],
  };
  await database.write(context, async (tx) => {
    await tx.query(note);
  });
}

/** Makes the statement that ends the failure, for the transaction that stores an opened page. */
export const failureEnds = (teamId: string): Statement => ({
  name: "commerce.provider_faults.end",
  text: "delete from commerce.provider_faults f where f.team_id = $1",
  values: [teamId],
});

/** Finds since when the provider opens no page; undefined if it opened one, or was set again, since. */
export async function failingSince(read: AskedTeam["read"], teamId: string): Promise<string | undefined> {
  const [fault] = await read<{ since: string } & Row>({
    name: "commerce.provider_faults.find",
    text: `select ${instant("greatest(f.since, s.at)")} as since
from commerce.provider_faults f
cross join (select max(s.updated_at) as at from commerce.settings s
  where s.team_id = $1 and s.key in ('commerce.provider', 'commerce.stripe.secret_key')) s
where f.team_id = $1 and f.failed_at > coalesce(s.at, '-infinity')`,
    values: [teamId],
  });
  return fault?.since;
}
