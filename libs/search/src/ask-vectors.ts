import type { TeamTx } from "@jst/db";
import type { EntryKey } from "./entry.ts";

/** Has the vectors of these entries made again, in a team that has any. */
export async function askVectors(tx: TeamTx, schema: string, keys: readonly EntryKey[]): Promise<void> {
  await tx.query({
    name: `${schema}.search.ask_vectors`,
    text: `insert into ${schema}.search_unembedded (team_id, kind, parent_id, id)
      select $1, k.kind, k.parent_id, k.id from unnest($2::text[], $3::uuid[], $4::uuid[]) k (kind, parent_id, id)
      where exists (select from ${schema}.search_embeddings e where e.team_id = $1)
      on conflict (team_id, kind, parent_id, id) do update set asked_at = clock_timestamp()`,
    values: [
      tx.context.teamId,
      keys.map(({ kind }) => kind),
      keys.map(({ parentId }) => parentId),
      keys.map(({ id }) => id),
    ],
  });
}
