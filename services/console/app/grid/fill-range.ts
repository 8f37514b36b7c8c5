import type { Edit } from "../data/refused.ts";
import type { Range } from "./cursor.ts";
import { editsOf, storedValue, type Loaded } from "./edits.ts";
import { FILL_MAX } from "./fill.ts";

/**
 * Returns the writes of Ctrl+D and Ctrl+R: the first row or column of a range is copied over the rest; a range of one
 * row or column gets a copy of the cells before it (console.grid-fill).
 */
export function fillOf(loaded: Loaded, range: Range, direction: "down" | "right"): Edit[] {
  const isDown = direction === "down";
  const isOne = isDown ? range.top === range.bottom : range.left === range.right;
  const from = isDown ? range.top - (isOne ? 1 : 0) : range.left - (isOne ? 1 : 0);
  if (from < 0) return [];
  const target = isDown
    ? { ...range, top: from + 1, bottom: Math.min(range.bottom, from + FILL_MAX.rows) }
    : { ...range, left: from + 1, right: Math.min(range.right, from + FILL_MAX.columns) };
  return editsOf(loaded, target, (down, across) => {
    const row = loaded.rowAt(isDown ? from : target.top + down);
    const column = loaded.columns[isDown ? target.left + across : from];
    return column === undefined || row === undefined ? null : storedValue(column, row);
  });
}
