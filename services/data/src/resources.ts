import type { Resources } from "@jst/changes";
import { columnFolding, shownColumn } from "./columns/column-folding.ts";
import { mentionedColumns } from "./columns/mentioned-columns.ts";
import { editedSince } from "./rows/edited-cells.ts";
import { withoutHidden } from "./rows/hidden-cells.ts";
import { rowImage } from "./rows/row-image.ts";
import { rowWithoutValue } from "./rows/row-refusals.ts";
import { afterUndoneRows, holdRowsAndTargets, relationsOf } from "./rows/undo-rows.ts";
import { holdTables } from "./undo/held-tables.ts";
import { afterUndoneColumns, releaseColumns, requireNames } from "./undo/undone-columns.ts";
import { releaseTables, requireEmpty } from "./undo/undone-tables.ts";
import { viewImage } from "./views/view-image.ts";
import { viewFolding } from "./views/view-folding.ts";

/** What data records changes of. */
export const resources: Resources = {
  tables: {
    table: "data.tables",
    noun: "table",
    hidden: ["schema_version"],
    moving: ["schema_version"],
    names: { is_system: "system" },
    beforeUndo: requireEmpty,
    release: releaseTables,
  },
  columns: {
    table: "data.columns",
    noun: "column",
    names: { is_required: "required", is_unique: "unique", default_value: "default" },
    // Nobody sets what a formula yields: afterUndo derives it anew.
    moving: ["result_type"],
    folding: columnFolding,
    shown: shownColumn,
    beforeUndo: requireNames,
    release: releaseColumns,
    afterUndo: afterUndoneColumns,
  },
  rows: {
    table: "data.rows",
    tablesOf: relationsOf,
    noun: "row",
    key: ["table_id", "id"],
    hidden: ["updated_by_type", "updated_by_id"],
    keyed: ["data"],
    mentions: mentionedColumns,
    shown: rowImage,
    deletedAt: "deleted_at",
    beforeUndo: holdRowsAndTargets,
    standing: withoutHidden,
    editedSince,
    afterUndo: afterUndoneRows,
    refusedRow: rowWithoutValue,
  },
  views: {
    table: "data.views",
    noun: "view",
    names: { is_favorite: "favorite" },
    folding: viewFolding,
    mentions: mentionedColumns,
    shown: viewImage,
    beforeUndo: holdTables,
  },
};
