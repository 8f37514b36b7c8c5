import type { Change, Conflict, Image } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import type { Contact } from "../../gen/rpc.ts";
import { contacts, publishMerge } from "./contact.ts";
import { storeDerivedNames } from "./queries.ts";
import { derivedName } from "./identity.ts";

/** A display name that nobody set follows from the other members (contacts.display-name). */
export function isDerived(column: string, image: Image): boolean {
  return column === "display_name" && image["is_name_set"] === false;
}

/** Names that nobody set follow what an undo took back; then each contact has its event. Whatever it was still fits. */
export async function afterUndoneContacts(
  tx: TeamTx,
  changes: readonly Change[],
): Promise<readonly Conflict[]> {
  const names = new Map<string, string>();
  for (const { id, after } of changes) {
    if (after === null || !isDerived("display_name", after)) continue;
    const name = derivedName(after as unknown as Contact);
    if (name !== null && name !== after["display_name"]) names.set(id, name);
  }
  if (names.size > 0) await storeDerivedNames(tx, names);
  const conflicts = await contacts.publishUndone(tx, changes);
  const isMerge = ({ before, after }: Change) =>
    (before?.["merged_into"] ?? null) !== (after?.["merged_into"] ?? null);
  const ids = changes.filter(isMerge).map(({ id }) => id);
  for (const row of ids.length === 0 ? [] : await contacts.store.findMany(tx, ids)) publishMerge(tx, row);
  return conflicts;
}
