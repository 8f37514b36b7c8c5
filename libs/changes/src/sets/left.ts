import type { Call } from "@jst/rpc";
import type { Changeset } from "../../gen/rpc.ts";
import type { StoredChangeset } from "../queries.ts";
import { firstLeft, type ShownLeft } from "./set-queries.ts";

/** Records that an answer lists of those that an undo has left. */
const LEFT_SHOWN = 100;

/** Adds to the undo of a set what it has left as it was (trust.set-undo); other changesets stay as they are. */
export async function withLeft(
  { read, caller }: Pick<Call<unknown>, "read" | "caller">,
  { id, kind, undo_of: undoOf }: StoredChangeset,
  changeset: Changeset,
): Promise<Changeset> {
  if (kind === null || undoOf === null) return changeset;
  const rows = await read<ShownLeft>(firstLeft(caller.team_id, id, LEFT_SHOWN));
  const [first] = rows;
  if (first === undefined) return changeset;
  const left = rows.map(({ count: _count, reason, ...one }) => ({
    ...one,
    ...(reason === null ? {} : { reason }),
  }));
  return { ...changeset, left, left_count: first.count };
}
