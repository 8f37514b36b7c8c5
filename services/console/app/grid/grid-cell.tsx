import { useState, type MouseEvent, type PointerEvent, type ReactNode } from "react";
import type { GridColumn, GridRow } from "./grid-of.ts";

/** Place of a column: its width, and its distance from the left edge if it stays in view. */
export interface Slot {
  className: "" | "frozen" | "frozen last";
  style: { width: number; left?: number };
}

interface GridCellOf {
  column: GridColumn;
  row: GridRow;
  rowIndex: number;
  columnIndex: number;
  slot: Slot;
  isCursor: boolean;
  isSelected: boolean;
  isReadOnly: boolean;
  /** Whether a paste into the cell could not be read. */
  isUnread: boolean;
  /** The editor, while the cell is edited. */
  editor: ReactNode;
  /** Handler of the corner of a range; undefined elsewhere. */
  onFill: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onToggle: ((event: MouseEvent) => void) | undefined;
}

/** Returns the class of the cells of a column and of its head; numbers stand at the right. */
export const cellClass = ({ isNumber }: GridColumn): string => (isNumber ? "grid-cell number" : "grid-cell");

/** A cell of the grid; its text is its name, and the cursor has focus. */
export function GridCell(cell: GridCellOf) {
  const { column, row, rowIndex, columnIndex, slot, isCursor, isSelected, isReadOnly, isUnread, editor } =
    cell;
  const state = row.stateOf?.(columnIndex);
  const changes = useChangesElsewhere(row.value(columnIndex), state !== undefined);
  return (
    <div
      role={columnIndex === 0 && row.isFilled(columnIndex) ? "rowheader" : "gridcell"}
      aria-colindex={columnIndex + 2}
      aria-selected={isSelected}
      aria-readonly={isReadOnly}
      tabIndex={isCursor ? 0 : -1}
      data-at={`${rowIndex}:${columnIndex}`}
      aria-invalid={isUnread || undefined}
      data-state={isUnread ? "failed" : state}
      className={`${cellClass(column)} ${slot.className}`}
      style={slot.style}
    >
      {editor ?? row.draw(columnIndex, cell.onToggle)}
      {changes > 0 && <span key={changes} className="grid-changed" aria-hidden="true" />}
      {cell.onFill !== undefined && editor === undefined && (
        <span className="fill-handle" aria-hidden="true" onPointerDown={cell.onFill} />
      )}
    </div>
  );
}

/** Counts the changes of a value that this person has not written, after each of which the cell is tinted. */
function useChangesElsewhere(value: unknown, isOwn: boolean): number {
  const [seen, setSeen] = useState({ value, changes: 0 });
  if (!isSame(seen.value, value)) setSeen({ value, changes: isOwn ? seen.changes : seen.changes + 1 });
  return seen.changes;
}

const isSame = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) ||
  (typeof one === "object" && typeof other === "object" && JSON.stringify(one) === JSON.stringify(other));
