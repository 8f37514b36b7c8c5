import { useState, type MouseEvent, type PointerEvent, type ReactNode } from "react";
import type { Names } from "../data/names.ts";
import type { CellState } from "../data/pending.ts";
import { isFilled, isReference, shownCell, valueOf } from "../data/cells.ts";
import { ShownCell } from "../data/shown-cell.tsx";
import type { Column, Row } from "../data/tables.ts";
import { Targets } from "../data/targets.tsx";
import { useSession } from "../session/session.ts";
import { GRID } from "../words/grid.ts";
import { TABLES } from "../words/tables.ts";

/** Place of a column: its width, and its distance from the left edge if it stays in view. */
export interface Slot {
  className: "" | "frozen" | "frozen last";
  style: { width: number; left?: number };
}

interface GridCellOf {
  column: Column;
  row: Row;
  rowIndex: number;
  columnIndex: number;
  slot: Slot;
  names: Names;
  isCursor: boolean;
  isSelected: boolean;
  isReadOnly: boolean;
  state: CellState | undefined;
  /** Whether a paste into the cell could not be read. */
  isUnread: boolean;
  /** The editor, while the cell is edited. */
  editor: ReactNode;
  /** Handler of the corner of a range; undefined elsewhere. */
  onFill: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onToggle: ((event: MouseEvent) => void) | undefined;
}

const RIGHT: readonly Column["type"][] = [
  ...(["number", "integer", "autonumber", "currency", "percent", "duration", "rating"] as const),
];

/** Returns the class of the cells of a column and of its head; numbers stand at the right. */
export const cellClass = ({ type }: Column): string =>
  RIGHT.includes(type) ? "grid-cell number" : "grid-cell";

/** A cell of the grid; its text is its name, and the cursor has focus. */
export function GridCell(cell: GridCellOf) {
  const { column, rowIndex, columnIndex, slot, isCursor, isSelected, isReadOnly, state, isUnread, editor } =
    cell;
  const problem = cell.row.computed_errors?.[column.name];
  const changes = useChangesElsewhere(valueOf(column, cell.row), state !== undefined);
  return (
    <div
      role={columnIndex === 0 && isFilled(column, cell.row) ? "rowheader" : "gridcell"}
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
      {editor ??
        (problem === undefined ? (
          <Content {...cell} />
        ) : (
          <span title={problem}>{TABLES.problem(problem)}</span>
        ))}
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

function Content({ column, row, names, onToggle }: GridCellOf) {
  const { timezone } = useSession().team;
  if (column.type === "boolean") {
    const isOn = valueOf(column, row) === true;
    return (
      <span className={isOn ? "grid-check on" : "grid-check"} onClick={onToggle}>
        <span className="unseen">{isOn ? GRID.on : GRID.off}</span>
      </span>
    );
  }
  if (isReference(column)) return <Targets {...{ column, row, names }} />;
  const text = shownCell(column, row, timezone, names);
  return (
    <span className="grid-text" title={text.length > 24 ? text : undefined}>
      <ShownCell {...{ column, row, names }} />
    </span>
  );
}
