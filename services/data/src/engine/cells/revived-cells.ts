import { isBlank } from "../types/definition.ts";
import { carried } from "./rewritten-cells.ts";
import type { SetAside } from "./set-aside.ts";
import type { StoredColumn } from "../schema/stored-columns.ts";
import { columnTypes } from "../types/types.ts";

/** Members of a column that decide what a cell turns into. */
type Fitted = Pick<StoredColumn, "id" | "type" | "options">;

/**
 * Returns the cells that a deleted row gets when it becomes active, under names that were set aside while it was
 * deleted; null for an empty one. A cell is converted from the column that it was written to into the column that has
 * the name now, if it fits. A newer column with the same name does not get it. The row also gets values that live rows
 * without a cell were given.
 */
export function cellsOfToday(
  setAside: readonly SetAside[],
  cells: Readonly<Record<string, unknown>>,
  columns: ReadonlyMap<string, Fitted>,
  zone: string,
): Record<string, unknown> {
  const revived = [...Map.groupBy(setAside, ({ name }) => name)].map(([name, own]): [string, unknown] => {
    const column = columns.get(name);
    return [name, column === undefined ? null : revivedCell(column, own, cells[name] ?? null, zone)];
  });
  return Object.fromEntries(revived);
}

function revivedCell(column: Fitted, setAside: readonly SetAside[], stored: unknown, zone: string): unknown {
  const former = setAside[0]?.of_column;
  const own = former?.id === column.id ? carriedOver(former, column, stored, zone) : null;
  if (!isBlank(columnTypes[column.type], own)) return own;
  const filled = heldCell(column.id, setAside, null);
  return filled === null ? own : (carried(column, filled, zone) ?? own);
}

/**
 * Returns the cell of a deleted row for a column. It is the stored value if that belongs to the column, or else the
 * value that live rows without a cell were given.
 */
export function heldCell(columnId: string, setAside: readonly SetAside[], stored: unknown): unknown {
  const own = setAside[0]?.of_column?.id === columnId ? stored : null;
  return own ?? setAside.find((each) => each.filled === columnId)?.fill ?? null;
}

/**
 * A cell of a column as that column stores it now; null where it does not fit. Whom it names was known to the same type
 * alone.
 */
export function carriedOver(
  former: Pick<Fitted, "type">,
  column: Fitted,
  cell: unknown,
  zone: string,
): unknown {
  const { filledBy, refersTo } = columnTypes[column.type];
  if (cell === null || (former.type !== column.type && refersTo !== undefined)) return null;
  if (filledBy !== undefined) return former.type === column.type ? cell : null;
  return carried(column, cell, zone, { former }) ?? null;
}
