import type { TeamTx } from "@jst/db";

/** Waits until nobody else seeds the team, and keeps others from it until the transaction ends. */
export async function lockSeeds(tx: TeamTx): Promise<void> {
  const text = "select pg_advisory_xact_lock(hashtextextended('data seeds ' || $1, 0))";
  await tx.query({ name: "data.seeds.hold", text, values: [tx.context.teamId] });
}

/** The ids of what was seeded under a name; made, and remembered, where that was not done yet. */
export async function seededOnce(
  tx: TeamTx,
  plural: string,
  make: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const { teamId } = tx.context;
  const [seeded] = await tx.query<{ ids: string[] }>({
    name: "data.seeds.find",
    text: "select s.ids from data.seeds s where s.team_id = $1 and s.plural = $2",
    values: [teamId, plural],
  });
  if (seeded !== undefined) return seeded.ids;
  const ids = await make();
  await tx.query({
    name: "data.seeds.remember",
    text: "insert into data.seeds (team_id, plural, ids) values ($1, $2, $3::uuid[])",
    values: [teamId, plural, ids],
  });
  return ids;
}
