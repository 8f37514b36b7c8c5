import { unknownId } from "@jst/directory";
import { invalidTransition, notFound, validationFailed } from "@jst/errors";
import { publish } from "@jst/events";
import { requireId, requireVersion, type StoredRow } from "@jst/resource";
import type { TeamTx } from "@jst/db";
import type { Contact, Handler } from "../../gen/rpc.ts";
import { contacts, publishStored } from "./contact.ts";
import { mergedMembers } from "./merged-members.ts";

/**
 * Merges the source into the contact of the path, in one changeset. Both are locked in the order of their ids: of two
 * that merge into each other at once one is archived, never both.
 */
export const mergeContact: Handler<"MergeContact"> = ({ path, body }, call) => {
  const id = requireId(path.contact_id);
  const sourceId = body.source_id.toLowerCase();
  const write = () =>
    call.write(async (tx) => {
      const { target, source } = await lockBoth(tx, id, sourceId, call.ifMatch);
      const members = mergedMembers(target, source, body.prefer ?? "target");
      const archived = await archiveMerged(tx, { source, target });
      const previous = { archived_at: null, merged_into: source.merged_into };
      const isMoved = members.external_id === source.external_id && source.external_id !== null;
      publishStored(tx, archived, { ...previous, ...(isMoved ? { external_id: source.external_id } : {}) });
      contacts.publishEnd(tx, source);
      publish(tx, { type: "contact.merged", id: source.id, object: archived.body, previous });
      await moveReferences(tx, { from: source.id, to: target.id });
      const reply = await contacts.apply(tx, target.id, { members }, undefined);
      // The source has changed in any case.
      return { ...reply, isUnchanged: false };
    });
  return contacts.answering(call, write);
};

interface Both {
  target: Contact;
  source: Contact;
}

/** Throws not_found without a target, validation_failed for a source that cannot be merged, then what the target is. */
async function lockBoth(
  tx: TeamTx,
  id: string,
  sourceId: string,
  ifMatch: number | undefined,
): Promise<Both> {
  const found = new Map<string, Contact>();
  for (const one of [...new Set([id.toLowerCase(), sourceId])].sort()) {
    const locked = await contacts.store.lock(tx, one);
    if (locked !== undefined) found.set(one, locked.item);
  }
  const [target, source] = [found.get(id.toLowerCase()), found.get(sourceId)];
  if (target === undefined) throw notFound();
  if (target === source) {
    const message = "A contact cannot be merged into itself. Send the id of another contact.";
    throw validationFailed([{ field: "source_id", code: "invalid", message }]);
  }
  if (source === undefined || source.archived_at !== null)
    throw validationFailed([unknownId("contact", "source_id")]);
  requireVersion("contact", target.version, ifMatch);
  if (target.archived_at !== null)
    throw invalidTransition(
      { field: "archived", from: "archived", to: "merged", allowed: ["live"] },
      "The contact is archived. Restore it before you merge another contact into it.",
    );
  return { target, source };
}

/** Archives a locked contact as merged into another, which takes its external id unless it has one. */
async function archiveMerged(
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

/** Moves the tasks, submissions and comments of a contact to another, in one order for all transactions. */
async function moveReferences(tx: TeamTx, { from, to }: { from: string; to: string }): Promise<void> {
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
  const talks = `with held as materialized (
  select h.id from crm.comments h where h.team_id = $1 and h.resource = 'contact' and h.resource_id = $2::uuid::text
  order by h.id for no key update
)
update crm.comments t set resource_id = $3::uuid::text, updated_at = clock_timestamp(), version = t.version + 1
from held where t.team_id = $1 and t.id = held.id`;
  await tx.query({ name: "crm.contacts.move_comments", text: talks, values });
}
