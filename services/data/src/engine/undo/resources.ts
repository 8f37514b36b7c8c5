import type { Resources } from "@jst/changes";
import { columnFolding, shownColumn } from "../changes/column-folding.ts";
import { mentionedColumns } from "../changes/mentioned-columns.ts";
import { rowImage } from "../changes/row-image.ts";
import { viewFolding } from "../changes/view-folding.ts";
import { viewImage } from "../changes/view-image.ts";
import { exactCells } from "./exact-cells.ts";
import { undoOfTables } from "./undo-of-tables.ts";

/** Resources whose changes the engine records. All of them are undone together. */
export const tableResources: Resources = {
  tables: {
    table: "data.tables",
    noun: "table",
    scope: "tables",
    hidden: ["schema_version"],
    images: { names: { is_system: "system" }, moving: ["schema_version"] },
    undo: undoOfTables,
  },
  columns: {
    table: "data.columns",
    noun: "column",
    scope: "tables",
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
    hidden: ["updated_by_type", "updated_by_id"],
    deletedAt: "deleted_at",
    exact: exactCells,
    images: {
      key: ["table_id", "id"],
      keyed: ["data"],
      mentions: mentionedColumns,
      shown: rowImage,
    },
    undo: undoOfTables,
  },
  views: {
    table: "data.views",
    noun: "view",
    scope: "tables",
    images: {
      names: { is_favorite: "favorite" },
      folding: viewFolding,
      mentions: mentionedColumns,
      shown: viewImage,
    },
    undo: undoOfTables,
  },
};
