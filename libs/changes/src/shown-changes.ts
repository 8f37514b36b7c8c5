import type { Call } from "@jst/rpc";
import type { Change } from "./changes.ts";
import { countChanges, findChanges, type FoundChange, type StoredChangeset } from "./queries.ts";

/** The first changes of a changeset: those it recorded, or those it proposes. */
export interface ShownChanges {
  changes: Change[];
  /** How many of them have their images. */
  shown: number;
  /** Their whole number. */
  count: number;
}

/** Finds what is shown of a changeset. */
export async function shownChanges(
  call: Pick<Call<unknown>, "read" | "caller">,
  stored: StoredChangeset,
  limit: number,
): Promise<ShownChanges> {
  const isRecorded = stored.status === "executed" || stored.status === "undone";
  const proposed = isRecorded ? null : stored.operations;
  if (proposed !== null) return { changes: proposed, shown: proposed.length, count: proposed.length };
  const teamId = call.caller.team_id;
  const changes = await call.read<FoundChange>(findChanges(teamId, stored.id, limit));
  const shown = changes.filter((change) => change.is_shown).length;
  if (changes.length < limit) return { changes, shown, count: changes.length };
  const [row] = await call.read<{ count: number }>(countChanges(teamId, stored.id));
  return { changes, shown, count: row?.count ?? changes.length };
}
