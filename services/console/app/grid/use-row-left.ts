import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import type { Row } from "../data/tables.ts";
import type { GridOf } from "./grid-of.ts";

interface RowLeftOf {
  of: GridOf;
  grid: RefObject<HTMLElement | null>;
  /** Index of the row of the cursor. */
  index: number;
  /** Whether an editor is open, which may have a list beside the grid. */
  isEditing: boolean;
}

/**
 * Notifies when the cursor leaves a row: for another one, for something beside the grid, or with the page
 * (console.grid-proposals).
 */
export function useRowLeft({ of, grid, index, isEditing }: RowLeftOf): void {
  const row = of.rowAt(index);
  const last = useRef(row?.id);
  const leave = useEffectEvent((to: Row | undefined): void => of.onRowLeft(to));
  useEffect(() => {
    if (last.current !== row?.id) leave(row);
    last.current = row?.id;
  }, [row?.id]);
  const onElsewhere = useEffectEvent(({ target }: Event): void => {
    if (!isEditing && target instanceof Element && grid.current?.contains(target) === false) leave(undefined);
  });
  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true };
    const onHidden = () => {
      if (document.visibilityState === "hidden") leave(undefined);
    };
    document.addEventListener("pointerdown", (event) => onElsewhere(event), options);
    document.addEventListener("focusin", (event) => onElsewhere(event), options);
    document.addEventListener("visibilitychange", onHidden, options);
    return () => {
      listening.abort();
      leave(undefined);
    };
  }, []);
}
