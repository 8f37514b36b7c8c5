import type { TeamTx } from "@jst/db";

/**
 * Keeps other records of this address and channel waiting until the transaction ends: whoever finds that nothing
 * stands may then record something, and lifts no opt-out that came in between.
 */
export async function lockAddress(
  tx: TeamTx,
  { address, channel }: { address: string; channel: string },
): Promise<void> {
  const text = "select pg_advisory_xact_lock(hashtextextended($1, 0))";
  const values = [`comms consent ${tx.context.teamId} ${channel} ${address}`];
  await tx.query({ name: "comms.consents.hold", text, values });
}
