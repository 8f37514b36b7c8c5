import type { TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import type { Reply } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { contactReply } from "./contact-reply.ts";
import { publishUpdated } from "./events.ts";
import { requireContactId, requireVersion } from "./preconditions.ts";
import { requireOwner } from "../members/require-owner.ts";
import * as queries from "./queries.ts";
import { refuseTaken } from "./refuse-taken.ts";
import { changedNames, patchedContact, readPatch, type Patch } from "./rules.ts";

/**
 * Merges the patch into the contact, or restores it, and stores its contact.updated event in one transaction. A
 * patch after which the contact reads as before writes nothing.
 */
export const updateContact: Handler<"UpdateContact"> = async ({ path, body }, call) => {
  const patch = readPatch(body);
  await requireOwner(call, patch.members.owner_id);
  const id = requireContactId(path.contact_id);
  return refuseTaken(call, () => call.write((tx) => applyPatch(tx, id, patch, call.ifMatch)));
};

async function applyPatch(tx: TeamTx, id: string, patch: Patch, ifMatch: number | undefined): Promise<Reply> {
  const stored = await queries.lockContact(tx, id);
  if (stored === undefined) throw notFound();
  const { contact: before, is_name_set: isNameSet } = stored;
  requireVersion(before.version, ifMatch);
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
