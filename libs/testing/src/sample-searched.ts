import type { TeamTx } from "@jst/db";

/** A row in each table of platform.install_search and platform.install_vectors. */
export async function insertSearched(tx: TeamTx, schema: string): Promise<void> {
  const texts = [
    `insert into ${schema}.search_entries (kind, parent_id, id, words, length)
      values ('samples', uuidv7(), uuidv7(), 'drill', 1)`,
    `insert into ${schema}.search_embeddings (embedder) values ('sample')`,
    ...["search_unembedded (kind, parent_id, id)", "search_vectors (kind, parent_id, id, size, vector)"].map(
      (table) => `insert into ${schema}.${table}
        select e.kind, e.parent_id, e.id ${table.includes("vector)") ? ", 384, array_fill(1, array[384])::platform.halfvec" : ""}
        from ${schema}.search_entries e where e.kind = 'samples' limit 1`,
    ),
    `insert into ${schema}.search_words (word, entries) values ('drill', 1)`,
    `insert into ${schema}.search_walks (kind, parent_id) values ('samples', uuidv7())`,
  ];
  for (const text of texts) await tx.query({ text, values: [] });
}
