import type { TeamTx } from "@jst/db";
import type { StoredRow } from "@jst/resource";
import type { Contact } from "../../gen/rpc.ts";
import { contacts } from "./contact.ts";

/** Archives a locked contact as merged into another, which takes its external id unless it has one. */
export async function archiveMerged(
  tx: TeamTx,
  { source, target }: { source: Contact; target: Contact },
): Promise<StoredRow> {
  const text = `update crm.contacts t
set archived_at = clock_timestamp(), updated_at = clock_timestamp(), version = t.version + 1,
  merged_into = $3, external_id = case when $4 then t.external_id end
where t.team_id = $1 and t.id = $2
returning t.id, t.version, ${contacts.store.texts.json}::text as body`;
  const values = [tx.context.teamId, source.id, target.id, target.external_id !== null];
  const [archived] = await tx.query<StoredRow>({ name: "crm.contacts.archive_merged", text, values });
  if (archived === undefined) throw new Error("A contact that is locked was not archived.");
  return archived;
}

/** Moves the tasks and submissions of a contact to another, in one order for all transactions. */
export async function moveReferences(tx: TeamTx, { from, to }: { from: string; to: string }): Promise<void> {
  const values = [tx.context.teamId, from, to];
  const text = `with held as materialized (
  select h.id from crm.tasks h where h.team_id = $1 and h.contact_id = $2 order by h.id for no key update
)
update crm.tasks t set contact_id = $3, updated_at = clock_timestamp(), version = t.version + 1
from held where t.team_id = $1 and t.id = held.id`;
  await tx.query({ name: "crm.contacts.move_tasks", text, values });
  const submissions = `with held as materialized (
  select h.id from crm.submissions h where h.team_id = $1 and h.contact_id = $2 order by h.id for no key update
)
update crm.submissions t set contact_id = $3 from held where t.team_id = $1 and t.id = held.id`;
  await tx.query({ name: "crm.contacts.move_submissions", text: submissions, values });
}
