import type { TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import type { Reply } from "@jst/rpc";
import { contactReply } from "./contact-reply.ts";
import { publishUpdated } from "./events.ts";
import { requireVersion } from "../preconditions.ts";
import * as queries from "./queries.ts";
import { changedNames, patchedContact, type Patch } from "./rules.ts";

/**
 * Stores the contact after a patch with its contact.updated event; throws not_found or version_conflict. A patch after
 * which the contact reads as before writes nothing.
 */
export async function applyPatch(
  tx: TeamTx,
  id: string,
  patch: Patch,
  ifMatch: number | undefined,
): Promise<Reply> {
  const stored = await queries.lockContact(tx, id);
  if (stored === undefined) throw notFound();
  const { contact: before, is_name_set: isNameSet } = stored;
  requireVersion("contact", before.version, ifMatch);
  const isArchived = before.archived_at !== null;
  const after = patchedContact({ values: before, isNameSet, isArchived }, patch);
  const changed = changedNames(before, after);
  if (changed.length === 0) {
    return { ...contactReply({ body: { ...before }, version: before.version }), isUnchanged: true };
  }
  const updated = await queries.updateContact(tx, id, after);
  publishUpdated(tx, updated, Object.fromEntries(changed.map((name) => [name, before[name]])));
  return contactReply(updated);
}
