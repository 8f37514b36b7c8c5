import type { TeamTx } from "@jst/db";

/** Waits until nobody else books this host or sets its hours, and keeps others from it until the transaction ends. */
export async function holdHost(tx: TeamTx, hostId: string): Promise<void> {
  const text = "select pg_advisory_xact_lock(hashtextextended('host ' || $1 || ' ' || $2, 0))";
  await tx.query({ name: "scheduling.hold_host", text, values: [tx.context.teamId, hostId] });
}
