import type { Image, Resources } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { columnFolding, shownColumn } from "../changes/column-folding.ts";
import { mentionedColumns } from "../changes/mentioned-columns.ts";
import { rowCalled, rowImage, viewFolding, viewImage } from "../changes/images.ts";
import { undoOfTables } from "./undo-of-tables.ts";

/** Resources whose changes the engine records. All of them are undone together. */
export const tableResources: Resources = {
  tables: {
    table: "data.tables",
    noun: "table",
    scope: "tables",
    tableColumn: "id",
    hidden: ["schema_version"],
    images: { names: { is_system: "system" }, moving: ["schema_version"] },
    undo: undoOfTables,
  },
  columns: {
    table: "data.columns",
    noun: "column",
    scope: "tables",
    tableColumn: "table_id",
    exact: () => Promise.resolve(({ type }) => (type === "json" ? ["default_value"] : [])),
    images: {
      names: { is_required: "required", is_unique: "unique", default_value: "default" },
      // Nobody writes the result type of a formula: the undo derives it when it settles columns.
      moving: ["result_type"],
      folding: columnFolding,
      shown: shownColumn,
    },
    undo: undoOfTables,
  },
  rows: {
    table: "data.rows",
    noun: "row",
    scope: "tables",
    tableColumn: "table_id",
    hidden: ["updated_by_type", "updated_by_id"],
    deletedAt: "deleted_at",
    exact: exactCells,
    images: {
      key: ["table_id", "id"],
      keyed: ["data"],
      mentions: mentionedColumns,
      called: rowCalled,
      shown: rowImage,
    },
    undo: undoOfTables,
  },
  views: {
    table: "data.views",
    noun: "view",
    scope: "tables",
    tableColumn: "table_id",
    images: {
      names: { is_favorite: "favorite" },
      folding: viewFolding,
      mentions: mentionedColumns,
      shown: viewImage,
    },
    undo: undoOfTables,
  },
};

/** Finds the cells of each image of a row that stay as they were sent: those of columns of type json. */
async function exactCells(
  tx: TeamTx,
  images: readonly Image[],
): Promise<(image: Image) => readonly string[]> {
  const tables = [...new Set(images.map((image) => image["table_id"]))];
  const found = await tx.query<{ table_id: string; paths: string[] }>({
    name: "exact_cells",
    text: `select table_id, array_agg('data.' || name) as paths from data.columns
      where team_id = $1 and table_id = any($2::uuid[]) and type = 'json' group by table_id`,
    values: [tx.context.teamId, tables],
  });
  const paths = new Map(found.map(({ table_id, paths: own }) => [table_id, own]));
  return ({ table_id }) => paths.get(String(table_id)) ?? [];
}
