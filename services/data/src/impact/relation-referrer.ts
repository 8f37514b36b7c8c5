import type { TeamTx } from "@jst/db";
import { saveResultTypes } from "../columns/dependent-formulas.ts";
import { announceChange, holdColumns, saveColumn } from "../columns/stored-columns.ts";
import { endUnique } from "../columns/unique-cells.ts";
import { writeShownTexts } from "../relations/shown-texts.ts";
import { findDisplaying } from "../relations/queries.ts";
import { StaleSchema } from "../tables/with-table.ts";
import { type LeavingColumn, pathOf, type Referrer } from "./referrer.ts";

/** Relation columns, of any table, that show rows by the column; they become plain text, with what they showed last. */
export const relationReferrer: Referrer = {
  find: async (tx, { column }) =>
    (await findDisplaying(tx, column.id)).map(({ id, name, table_id: tableId }) => ({
      kind: "relation",
      table_id: tableId,
      id,
      name,
      path: pathOf(tableId, "columns", id),
    })),
  apply: async (tx, leaving, uses) => {
    for (const use of uses) await becomeText(tx, leaving, use.table_id, use.id);
    const tables = new Set(uses.map((use) => use.table_id));
    // The column's own table is announced by its removal.
    for (const id of tables) if (id !== leaving.tableId) announceChange(tx, { id });
  },
};

async function becomeText(tx: TeamTx, leaving: LeavingColumn, tableId: string, id: string): Promise<void> {
  const columns = await holdColumns(tx, tableId);
  const column = columns.find((each) => each.id === id);
  const relation = column?.options.relation;
  if (column === undefined || relation === undefined) throw new StaleSchema();
  const text = { ...column, type: "text" as const, is_unique: false, options: {} };
  // First, so that texts that are alike do not clash.
  await saveColumn(tx, id, text);
  if (column.is_unique) await endUnique(tx, id);
  await writeShownTexts(tx, { tableId, name: column.name }, relation, leaving.column.name);
  await saveResultTypes(
    tx,
    columns.map((each) => (each === column ? text : each)),
  );
}
