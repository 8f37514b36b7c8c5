import type { Call } from "@jst/rpc";
import type { Change } from "./changes.ts";
import { countChanges, findChanges, type StoredChangeset } from "./queries.ts";

/** The first changes of a changeset and their whole number: those it recorded, or those it proposes. */
export async function shownChanges(
  call: Pick<Call<unknown>, "read" | "caller">,
  stored: StoredChangeset,
  limit: number,
): Promise<{ changes: Change[]; count: number }> {
  const isRecorded = stored.status === "executed" || stored.status === "undone";
  const proposed = isRecorded ? null : stored.operations;
  if (proposed !== null) return { changes: proposed, count: proposed.length };
  const teamId = call.caller.team_id;
  const changes = (await call.read(findChanges(teamId, stored.id, limit))) as unknown as Change[];
  if (changes.length < limit) return { changes, count: changes.length };
  const [row] = await call.read<{ count: number }>(countChanges(teamId, stored.id));
  return { changes, count: row?.count ?? changes.length };
}
