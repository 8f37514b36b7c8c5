import { testCaller, withClient, type TestDatabase } from "@jst/testing";
import type { TestData } from "./test-data.ts";
import { ownRelation, promoteFrom } from "./test-storage.ts";

/** Use of a list: a field, the kind, and how often if not ten times. */
export type TestWish = readonly [field: string, kind: string, uses?: number];

/** A promoted table with a row, whose lists wish for these indexes. */
export async function wishingTable(
  { database, door, table }: TestData,
  columns: Record<string, unknown>[],
  wishes: readonly TestWish[],
) {
  const caller = testCaller();
  const tableId = await table(caller, columns);
  await door.call("CreateRow", { caller, path: { table_id: tableId }, body: { data: {} } });
  await promoteFrom(database, 1);
  await withClient(database.superuserUrl, async (client) => {
    const text =
      "insert into data.index_wishes (team_id, table_id, field, kind, uses) values ($1, $2, $3, $4, $5)";
    for (const [field, kind, uses = 10] of wishes)
      await client.query(text, [caller.team_id, tableId, field, kind, uses]);
  });
  return { caller, tableId };
}

/** How the indexes that were wished for are made, those included that are not whole. */
export function wishedIndexes(database: TestDatabase, tableId: string): Promise<string[]> {
  return withClient(database.superuserUrl, async (client) => {
    const text =
      "select indexdef from pg_indexes where schemaname || '.' || tablename = $1 and indexname like 'wish%' order by 1";
    const { rows } = await client.query<{ indexdef: string }>(text, [ownRelation(tableId)]);
    return rows.map((row) => row.indexdef);
  });
}
