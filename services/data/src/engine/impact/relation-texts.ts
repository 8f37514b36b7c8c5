import type { TeamTx } from "@jst/db";
import type { ColumnUse } from "../../../gen/rpc.ts";
import { formulaUse, pathOf, saveResultTypes } from "../schema/dependent-formulas.ts";
import { brokenFormulas } from "../schema/formulas.ts";
import { columnsOfTables, lockColumns, saveColumn, type StoredColumn } from "../schema/stored-columns.ts";
import { cellPlace } from "../cells/cell-place.ts";
import { endUnique } from "../cells/unique-cells.ts";
import { writeShownTexts } from "./shown-texts.ts";
import type { DisplayingColumn } from "../links/queries.ts";
import { StaleSchema } from "../schema/with-table.ts";
import { viewsJudging } from "../views/column-views.ts";

/**
 * Finds relation columns that are about to become text, as uses, with everything that needs their ids. That is formulas
 * that fail on text, and views that filter by the columns or write them. The views stay as they are.
 */
export async function relationUses(tx: TeamTx, relations: readonly DisplayingColumn[]): Promise<ColumnUse[]> {
  const uses = relations.map(({ id, name, table_id: tableId }) => ({
    kind: "relation",
    table_id: tableId,
    id,
    name,
    path: pathOf(tableId, "columns", id),
  }));
  const tables = Map.groupBy(relations, (relation) => relation.table_id);
  for (const [tableId, own] of tables) uses.push(...(await relyingOn(tx, tableId, own)));
  return uses;
}

/** Makes the relations among the uses text, their tables being held; answers which tables that changed. */
export async function becomeTexts(
  tx: TeamTx,
  uses: readonly ColumnUse[],
  timezone: string,
): Promise<ReadonlySet<string>> {
  const relations = uses.filter((use) => use.kind === "relation");
  for (const use of relations) await becomeText(tx, use.table_id, use.id, timezone);
  return new Set(relations.map((use) => use.table_id));
}

/** Finds the uses within one table that need ids in cells of these relations. */
async function relyingOn(
  tx: TeamTx,
  tableId: string,
  relations: readonly DisplayingColumn[],
): Promise<ColumnUse[]> {
  const ids = new Set(relations.map(({ id }) => id));
  const columns = await columnsOfTables(tx, [tableId]);
  const after = columns.map((column) => (ids.has(column.id) ? asText(column) : column));
  const formulas = brokenFormulas(columns, after).map((column) => formulaUse(tableId, column));
  const views = await viewsJudging(tx, tableId, ids);
  return [...formulas, ...views.map((use) => ({ ...use, path: pathOf(tableId, "views", use.id) }))];
}

function asText<C extends StoredColumn>(column: C): C {
  return { ...column, type: "text", is_unique: false, options: {} };
}

/** Replaces each cell by the names that it shows last, or by the ids of rows. */
async function becomeText(tx: TeamTx, tableId: string, id: string, timezone: string): Promise<void> {
  const columns = await lockColumns(tx, tableId);
  const column = columns.find((each) => each.id === id);
  const relation = column?.options.relation;
  if (column === undefined || relation === undefined) throw new StaleSchema();
  const text = asText(column);
  // First, so that texts that are alike do not clash.
  await saveColumn(tx, id, text);
  if (column.is_unique) await endUnique(tx, id);
  const shown = await columnsOfTables(tx, [relation.table_id]);
  const display = shown.find(({ name }) => name === relation.display_column);
  const place = await cellPlace(tx, tableId, column.name);
  await writeShownTexts(tx, { place, column, relation, display, timezone });
  await saveResultTypes(
    tx,
    columns.map((each) => (each === column ? text : each)),
  );
}
