import { unknownId } from "@jst/directory";
import { invalidTransition, notFound, validationFailed } from "@jst/errors";
import { requireId, requireVersion } from "@jst/resource";
import type { TeamTx } from "@jst/db";
import type { Contact, Handler } from "../../gen/rpc.ts";
import { archiveMerged, moveReferences } from "./merge-queries.ts";
import { contacts } from "./contact.ts";
import { publishStored } from "./events.ts";
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
    const message = "Must be another contact than the one it is merged into.";
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
