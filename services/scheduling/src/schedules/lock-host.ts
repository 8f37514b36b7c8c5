import type { TeamTx } from "@jst/db";

/** One at a time per host; ids are cast, so that no spelling of one is another lock. */
const lock = (host: string): string =>
  `select pg_advisory_xact_lock(hashtextextended('host ' || $1::uuid || ' ' || ${host}, 0))`;

/**
 * Waits in front of the next statement until nobody else books this host or sets its hours, and keeps others from it
 * until the transaction ends.
 */
export function lockHost(tx: TeamTx, hostId: string): void {
  tx.precede({
    name: "scheduling.hold_host",
    text: lock("$2::uuid"),
    values: [tx.context.teamId, hostId],
  });
}

/** Does the same for the host of an event type, found by its id or its slug. */
export function lockHostOf(tx: TeamTx, [column, value]: readonly ["id" | "slug", string]): void {
  tx.precede({
    name: `scheduling.hold_host_of.${column}`,
    text: `${lock("e.host_id")} from scheduling.event_types e where e.team_id = $1 and e.${column} = $2`,
    values: [tx.context.teamId, value],
  });
}
