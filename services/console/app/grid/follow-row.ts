import { useLayoutEffect, useRef } from "react";
import type { GridOf } from "./grid-of.ts";
import type { useCursor } from "./use-cursor.ts";
import { PAGES_MAX, ROWS_OF_A_PAGE } from "./window.ts";

/** How far from its former place a row is looked for. */
const NEAR = PAGES_MAX * ROWS_OF_A_PAGE;

/** Finds a loaded row by its id, the nearest indexes first; undefined if no loaded row near the index has the id. */
export function indexNear(rowAt: GridOf["rowAt"], id: string, from: number): number | undefined {
  for (let distance = 0; distance <= NEAR; distance += 1)
    for (const index of [from + distance, from - distance]) if (rowAt(index)?.id === id) return index;
  return undefined;
}

interface FollowOf {
  of: Pick<GridOf, "rowAt" | "list">;
  cursor: Pick<ReturnType<typeof useCursor>, "cursor" | "shift">;
}

/** Moves the cursor with its row when other rows come or go before it, but not to another list (console.grid-live). */
export function useFollowRow({ of: { rowAt, list }, cursor: { cursor, shift } }: FollowOf): void {
  const { row } = cursor.at;
  const stood = useRef({ list, row, id: rowAt(row)?.id });
  useLayoutEffect(() => {
    const { list: before, row: index, id: was } = stood.current;
    const id = rowAt(row)?.id;
    const isMoved = before === list && index === row && was !== undefined && was !== id;
    if (isMoved && id === undefined) return;
    const to = isMoved ? indexNear(rowAt, was, row) : undefined;
    stood.current = { list, row: to ?? row, id: to === undefined ? id : was };
    if (to !== undefined) shift(to - row);
  });
}
