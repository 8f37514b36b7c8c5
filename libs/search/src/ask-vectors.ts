import type { TeamTx } from "@jst/db";
import { digestOf, embeddedText } from "./embedded-text.ts";
import type { Entry, EntryKey } from "./entry.ts";

/** Has the vectors of these entries made again, in a team that has any. */
export async function askVectors(tx: TeamTx, schema: string, keys: readonly EntryKey[]): Promise<void> {
  await tx.query({
    name: `${schema}.search.ask_vectors`,
    text: `insert into ${schema}.search_unembedded (team_id, kind, parent_id, id)
      select $1, k.kind, k.parent_id, k.id from unnest($2::text[], $3::uuid[], $4::uuid[]) k (kind, parent_id, id)
      where exists (select from ${schema}.search_embeddings e where e.team_id = $1)
      on conflict (team_id, kind, parent_id, id) do update set asked_at = clock_timestamp()`,
    values: [tx.context.teamId, ...columns(keys)],
  });
}

/**
 * Has vectors made again of those that say the same words in another way: their vector is of another text, or one may
 * be on its way.
 */
export async function askReworded(tx: TeamTx, schema: string, entries: readonly Entry[]): Promise<void> {
  await tx.query({
    name: `${schema}.search.ask_reworded`,
    text: `insert into ${schema}.search_unembedded (team_id, kind, parent_id, id)
      select $1, k.kind, k.parent_id, k.id
      from unnest($2::text[], $3::uuid[], $4::uuid[], $5::text[]) k (kind, parent_id, id, digest)
      left join ${schema}.search_vectors v
        on v.team_id = $1 and v.kind = k.kind and v.parent_id = k.parent_id and v.id = k.id
      left join ${schema}.search_unembedded u
        on u.team_id = $1 and u.kind = k.kind and u.parent_id = k.parent_id and u.id = k.id
      where u.id is not null or (v.id is not null and v.text_digest is distinct from k.digest)
      on conflict (team_id, kind, parent_id, id) do update set asked_at = clock_timestamp()`,
    values: [tx.context.teamId, ...columns(entries), entries.map((one) => digestOf(embeddedText(one)))],
  });
}

const columns = (keys: readonly EntryKey[]) => [
  keys.map(({ kind }) => kind),
  keys.map(({ parentId }) => parentId),
  keys.map(({ id }) => id),
];
