import { useState } from "react";
import { valueOf } from "../data/cells.ts";
import type { Column, Row } from "../data/tables.ts";
import { editorOf } from "../data/writing-kinds.ts";
import { GRID } from "../words/grid.ts";
import type { Place } from "./cursor.ts";
import type { After, Written } from "./editor.tsx";
import type { TableGridOf } from "./table-grid-of.ts";
import type { useCursor } from "./use-cursor.ts";

/** The cell that is edited, over the row as it was when the editor opened. */
export interface Editing {
  row: Row;
  column: Column;
  typed: string | undefined;
}

interface CellEditorOf {
  of: TableGridOf;
  cursor: ReturnType<typeof useCursor>;
  onAnnounce: (text: string) => void;
}

/** Opens the editor of a cell, and writes what a person has entered when the editor closes. */
export function useCellEditor({ of, cursor, onAnnounce }: CellEditorOf) {
  const [editing, setEditing] = useState<Editing>();
  const { columns, rowAt, onWrite } = of;
  const { at } = cursor.cursor;
  /** Opens the editor with the value, or with the character that was typed; a checkbox is toggled. */
  const edit = (place: Place, typed?: string): void => {
    const [column, row] = [columns[place.column], rowAt(place.row)];
    if (onWrite === undefined || column === undefined || row === undefined) return;
    const by = editorOf(column)?.by;
    if (by === undefined) onAnnounce(GRID.readOnly(column.display_name));
    else if (by !== "check") setEditing({ row, column, typed });
    else if (typed === undefined || typed === " ")
      onWrite([{ row, column: column.name, value: valueOf(column, row) !== true }]);
  };
  const end = ({ row, column }: Editing, after: After, written?: Written): void => {
    setEditing(undefined);
    if (written !== undefined) onWrite?.([{ row, column: column.name, ...written }]);
    if (after === "stay") cursor.goTo(at);
    // A written new row has another one below it by then.
    if (after === "down") cursor.goTo({ row: at.row + 1, column: at.column });
    if (after === "left" || after === "right") cursor.move({ to: after === "left" ? "previous" : "next" });
  };
  /** Opens the row; toggles the cell instead if it is a checkbox. */
  const openOrToggle = (): void => {
    const [column, row] = [columns[at.column], rowAt(at.row)];
    if (column?.type === "boolean") edit(at, " ");
    else if (row !== undefined && at.row < of.rowCount) of.onOpen(row.id);
  };
  return { editing, edit, end, openOrToggle };
}
