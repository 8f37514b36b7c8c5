import { useEffect, useEffectEvent, useState, type PointerEvent, type RefObject } from "react";
import type { Edit } from "../data/refused.ts";
import { GRID } from "../words/grid.ts";
import type { Place, Range } from "./cursor.ts";
import { nearestPlace, scrollPage } from "./drag-place.ts";
import { editsOf, isLoaded, storedValue, type Loaded } from "./edits.ts";
import { filled, FILL_MAX } from "./fill.ts";
import { followPointer } from "./follow-pointer.ts";
import type { TableGridOf } from "./table-grid-of.ts";
import { indexesOf } from "./window.ts";
import type { useCursor } from "./use-cursor.ts";

interface FillHandleOf {
  of: TableGridOf;
  grid: RefObject<HTMLDivElement | null>;
  cursor: ReturnType<typeof useCursor>;
  onAnnounce: (text: string) => void;
}

/** Returns the handler of the corner of a range: a drag extends the range and fills it (console.grid-fill). */
export function useFillHandle({ of, grid, cursor, onAnnounce }: FillHandleOf) {
  const [source, setSource] = useState<Range>();
  const extend = useEffectEvent((from: Range, pointer: globalThis.PointerEvent): Range => {
    const place = grid.current === null ? undefined : nearestPlace(grid.current, pointer);
    if (place === undefined) return cursor.range;
    const target = extendedTo(from, within(place, from, of));
    const isBackwards = target.top < from.top || target.left < from.left;
    cursor.select(target, isBackwards);
    return target;
  });
  const scroll = useEffectEvent((from: Range, pointer: globalThis.PointerEvent): void => {
    if (grid.current !== null) scrollPage(grid.current, pointer);
    extend(from, pointer);
  });
  const fill = useEffectEvent((from: Range, target: Range, isCopied: boolean): void => {
    if (!isLoaded(of, target)) {
      onAnnounce(GRID.notLoaded);
      return;
    }
    const edits = handleFill(of, from, target, isCopied);
    if (edits.length === 0) return;
    of.onWrite?.(edits);
    onAnnounce(GRID.filled(edits.length));
  });
  const giveUp = useEffectEvent((from: Range): void => cursor.select(from));
  useEffect(() => {
    if (source === undefined) return;
    return followPointer({
      onMove: (pointer) => extend(source, pointer),
      onWait: (pointer) => scroll(source, pointer),
      onEnd: (pointer) => {
        setSource(undefined);
        if (pointer === undefined) giveUp(source);
        else fill(source, extend(source, pointer), pointer.ctrlKey);
      },
    });
  }, [source]);
  if (of.onWrite === undefined) return undefined;
  return (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    // The handle goes with the corner, so the grid receives the events of the drag.
    grid.current?.setPointerCapture(event.pointerId);
    setSource(cursor.range);
  };
}

/** Returns the place within the stored rows: a fill creates none. */
const within = (place: Place, from: Range, { rowCount }: TableGridOf): Place => ({
  ...place,
  row: Math.min(place.row, Math.max(from.bottom, rowCount - 1)),
});

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
