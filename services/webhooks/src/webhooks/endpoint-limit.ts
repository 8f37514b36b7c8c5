import type { Change, Conflict, Image, NetChange } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";

/** Endpoints a team may have (limits.webhooks). */
const endpointsMax = 50;

/** Locks the making of endpoints in the team until the transaction ends, or waits for the lock. */
export async function lockEndpoints(tx: TeamTx): Promise<void> {
  await tx.query({
    name: "webhooks.lock_endpoints",
    text: "select pg_advisory_xact_lock(hashtextextended('webhooks.endpoints ' || $1, 0))",
    values: [tx.context.teamId],
  });
}

/**
 * Throws limit_reached when the team would have too many endpoints with so many more. The caller holds lockEndpoints.
 */
export async function requireWithinLimit(tx: TeamTx, { more }: { more: number }): Promise<void> {
  if ((await countEndpoints(tx)) + more <= endpointsMax) return;
  throw new AppError(
    "limit_reached",
    `The team already has ${endpointsMax} webhook endpoints, which is the maximum. Delete one that you no longer need.`,
  );
}

/** Answers how many endpoints the team has. It stays true for the transaction that has the lock. */
async function countEndpoints(tx: TeamTx): Promise<number> {
  const rows = await tx.query<{ count: number }>({
    name: "webhooks.count",
    text: "select count(*)::int as count from webhooks.endpoints where team_id = $1 and deleted_at is null",
    values: [tx.context.teamId],
  });
  return rows[0]?.count ?? 0;
}

/**
 * Takes the team's lock, as for new endpoints, when deleted ones are about to come back, so that no race passes the
 * limit.
 */
export async function lockEndpointsForUndo(tx: TeamTx, changes: readonly NetChange[]): Promise<void> {
  if (changes.some(({ before, after }) => isLive(before) && !isLive(after))) await lockEndpoints(tx);
}

/** Refuses an undo that brings back more endpoints than the team may have, as creating them is refused. */
export async function requireRoomForUndone(
  tx: TeamTx,
  changes: readonly Change[],
): Promise<readonly Conflict[]> {
  if (changes.some(({ before, after }) => !isLive(before) && isLive(after)))
    await requireWithinLimit(tx, { more: 0 });
  return [];
}

function isLive(image: Image | null): boolean {
  return image !== null && image["deleted_at"] === null;
}
