import type { PointerEvent } from "react";
import type { Edit } from "../data/refused.ts";
import { GRID } from "../words/grid.ts";
import type { Place, Range } from "./cursor.ts";
import { editsOf, isLoaded, storedValue, writeAll, type Loaded } from "./edits.ts";
import { filled, FILL_MAX } from "./fill.ts";
import type { GridOf } from "./grid-of.ts";
import { indexesOf } from "./window.ts";
import { placeAt, type useCursor } from "./use-cursor.ts";

interface FillHandleOf {
  of: GridOf;
  cursor: ReturnType<typeof useCursor>;
  onAnnounce: (text: string) => void;
}

/** Returns the handler of the corner of a range: a drag extends the range and fills it (console.grid-fill). */
export function useFillHandle({ of, cursor, onAnnounce }: FillHandleOf) {
  if (of.onWrite === undefined) return undefined;
  return (event: PointerEvent<HTMLElement>): void => {
    event.preventDefault();
    event.stopPropagation();
    const { currentTarget: handle, pointerId } = event;
    const source = cursor.range;
    let target = source;
    const drag = (moved: globalThis.PointerEvent): void => {
      const place = placeAt(moved);
      if (place === undefined || place.row < 0) return;
      target = extendedTo(source, place);
      cursor.select(target);
    };
    const end = ({ ctrlKey }: globalThis.PointerEvent): void => {
      handle.removeEventListener("pointermove", drag);
      if (!isLoaded(of, target)) {
        onAnnounce(GRID.notLoaded);
        return;
      }
      const edits = handleFill(of, source, target, ctrlKey);
      if (edits.length === 0) return;
      onAnnounce(writeAll(of, edits) ?? GRID.filled(edits.length));
    };
    handle.setPointerCapture(pointerId);
    handle.addEventListener("pointermove", drag);
    handle.addEventListener("pointerup", end, { once: true });
  };
}

/** Returns the range with the rows or the columns up to a place: along the axis on which the place is farther. */
export function extendedTo(source: Range, { row, column }: Place): Range {
  const down = Math.max(row - source.bottom, source.top - row, 0);
  const across = Math.max(column - source.right, source.left - column, 0);
  if (down >= across)
    return {
      ...source,
      top: Math.max(Math.min(source.top, row), source.top - FILL_MAX.rows),
      bottom: Math.min(Math.max(source.bottom, row), source.bottom + FILL_MAX.rows),
    };
  return {
    ...source,
    left: Math.max(Math.min(source.left, column), source.left - FILL_MAX.columns),
    right: Math.min(Math.max(source.right, column), source.right + FILL_MAX.columns),
  };
}

/** Returns the writes that go on after the source in the rest of the target. */
export function handleFill(loaded: Loaded, source: Range, target: Range, copies: boolean): Edit[] {
  const isDown = target.left === source.left && target.right === source.right;
  const isBackwards = isDown ? target.top < source.top : target.left < source.left;
  const rest = isBackwards
    ? { ...target, ...(isDown ? { bottom: source.top - 1 } : { right: source.left - 1 }) }
    : { ...target, ...(isDown ? { top: source.bottom + 1 } : { left: source.right + 1 }) };
  const count = isDown ? rest.bottom - rest.top + 1 : rest.right - rest.left + 1;
  if (count <= 0) return [];
  const lines = new Map<number, unknown[]>();
  const lineOf = (at: number): unknown[] => {
    const known =
      lines.get(at) ??
      filled(valuesOf(loaded, source, at, isDown), count, { copies, backwards: isBackwards });
    lines.set(at, known);
    return known;
  };
  return editsOf(loaded, rest, (down, across) => {
    const [at, along] = isDown ? [source.left + across, down] : [source.top + down, across];
    return lineOf(at)[isBackwards ? count - 1 - along : along];
  });
}

/** Returns the values of one column of a range, or of one row. */
function valuesOf({ columns, rowAt }: Loaded, range: Range, at: number, isDown: boolean): unknown[] {
  const span = isDown ? { first: range.top, last: range.bottom } : { first: range.left, last: range.right };
  return indexesOf(span).map((index) => {
    const [column, row] = isDown ? [columns[at], rowAt(index)] : [columns[index], rowAt(at)];
    return column === undefined || row === undefined ? null : storedValue(column, row);
  });
}
