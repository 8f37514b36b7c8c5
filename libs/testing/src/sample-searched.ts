import type { TeamTx } from "@jst/db";

/** A row in each table of platform.install_search. */
export async function insertSearched(tx: TeamTx, schema: string): Promise<void> {
  const texts = [
    `insert into ${schema}.search_entries (kind, parent_id, id, words, length)
      values ('samples', uuidv7(), uuidv7(), 'drill', 1)`,
    `insert into ${schema}.search_words (word, entries) values ('drill', 1)`,
    `insert into ${schema}.search_walks (kind, parent_id) values ('samples', uuidv7())`,
  ];
  for (const text of texts) await tx.query({ text, values: [] });
}
