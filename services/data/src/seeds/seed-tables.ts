import type { Row, TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { newColumns } from "../engine/schema/new-columns.ts";
import { findCalled, insertTable, lockTables, TABLES_MAX } from "../engine/schema/stored-tables.ts";
import { type CalledTable, freeTableName, tableNameFrom } from "../engine/schema/table-name.ts";
import { type TableExample, tableExamples } from "./table-examples.ts";

/** Stores the example tables with their rows; a team's own table of the name stays beside its example. */
export async function seedTables(
  tx: TeamTx,
  now: Date,
  files: Parameters<typeof tableExamples>[1],
): Promise<string[]> {
  await lockTables(tx);
  const ids: string[] = [];
  for (const example of tableExamples(now, files)) ids.push(await seedTable(tx, example));
  return ids;
}

async function seedTable(tx: TeamTx, { columns, rows, ...shown }: TableExample): Promise<string> {
  const called = { name: tableNameFrom(shown.display_name), display_name: "" };
  const name = freeTableName(called, await tx.query<CalledTable & Row>(findCalled(tx.context.teamId)));
  const draft = { ...shown, name, icon: null, is_system: false, columns: newColumns(columns) };
  const id = await insertTable(tx, draft, TABLES_MAX);
  if (id === undefined)
    throw new AppError(
      "limit_reached",
      `The team already has ${TABLES_MAX} tables, which is the maximum. Delete one that you no longer need.`,
    );
  await tx.query({
    name: "data.seeds.insert_rows",
    text: `insert into data.rows (team_id, table_id, data, created_by_type)
      select $1, $2, v.value, 'system' from jsonb_array_elements($3::jsonb) with ordinality v (value, place) order by v.place`,
    values: [tx.context.teamId, id, JSON.stringify(rows)],
  });
  return id;
}
