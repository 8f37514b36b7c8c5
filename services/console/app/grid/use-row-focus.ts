import { useEffect, useEffectEvent, type RefObject } from "react";
import type { Row } from "../data/tables.ts";
import type { TableGridOf } from "./table-grid-of.ts";

interface RowFocusOf {
  of: TableGridOf;
  grid: RefObject<HTMLElement | null>;
  /** Index of the row of the cursor. */
  index: number;
  /** Whether an editor is open, which may have a list beside the grid. */
  isEditing: boolean;
}

/**
 * Notifies of the row in which the cursor stands, and of none when the person goes to something beside the grid or
 * leaves the page (console.grid-proposals).
 */
export function useRowFocus({ of, grid, index, isEditing }: RowFocusOf): void {
  const row = of.rowAt(index);
  const notify = useEffectEvent((at: Row | undefined): void => of.onRowFocus(at, index, isEditing));
  useEffect(() => notify(row), [row?.id, index, isEditing]);
  const onFocus = useEffectEvent(({ target }: Event): void => {
    // The panel of a row belongs to its row.
    if (isEditing || !(target instanceof Element) || target.closest("[data-row-panel]") !== null) return;
    notify(grid.current?.contains(target) === true ? row : undefined);
  });
  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true };
    const onHidden = () => {
      if (document.visibilityState === "hidden") notify(undefined);
    };
    document.addEventListener("pointerdown", (event) => onFocus(event), options);
    document.addEventListener("focusin", (event) => onFocus(event), options);
    document.addEventListener("visibilitychange", onHidden, options);
    return () => {
      listening.abort();
      notify(undefined);
    };
  }, []);
}
