import type { TeamTx } from "@jst/db";

/** Waits until nobody else seeds the team, and keeps others from it until the transaction ends. */
export async function lockSeeds(tx: TeamTx): Promise<void> {
  const text = "select pg_advisory_xact_lock(hashtextextended('crm seeds ' || $1, 0))";
  await tx.query({ name: "crm.seeds.hold", text, values: [tx.context.teamId] });
}
