import { cellOf, isReference, targetsOf, valueOf } from "../data/cells.ts";
import type { Edit } from "../data/refused.ts";
import type { Column, Row } from "../data/tables.ts";
import { editorOf } from "../data/writing-kinds.ts";
import type { Range } from "./cursor.ts";
import { indexesOf } from "./window.ts";

/** The columns of a grid and its loaded rows. */
export interface Loaded {
  columns: readonly Column[];
  rowAt: (index: number) => Row | undefined;
}

/** Reports whether each row of a range is loaded. */
export const isLoaded = (
  { rowAt }: { rowAt: (index: number) => object | undefined },
  { top, bottom }: Range,
): boolean => {
  for (let index = Math.max(top, 0); index <= bottom; index += 1)
    if (rowAt(index) === undefined) return false;
  return true;
};

/** Returns a write of each cell of a range that a person may edit and whose row is loaded. */
export function editsOf(
  { columns, rowAt }: Loaded,
  { top, left, bottom, right }: Range,
  value: (row: number, column: number) => unknown,
): Edit[] {
  return indexesOf({ first: Math.max(top, 0), last: bottom }).flatMap((rowIndex) => {
    const row = rowAt(rowIndex);
    if (row === undefined) return [];
    return columns
      .slice(left, right + 1)
      .flatMap((column, index) =>
        editorOf(column) === undefined
          ? []
          : [{ row, column: column.name, value: value(rowIndex - top, index) }],
      );
  });
}

/** Returns the value of a cell as a write sends it: targets by their ids, an empty cell as null. */
export function storedValue(column: Column, row: Row): unknown {
  if (!isReference(column)) return valueOf(column, row) ?? null;
  return cellOf(
    column,
    targetsOf(column, row, {}).map(({ id }) => id),
  );
}
