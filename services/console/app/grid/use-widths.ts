import { useEffect, useEffectEvent, useState } from "react";
import type { GridOf } from "./grid-of.ts";
import { clampWidth, readWidths, type Widths } from "./widths.ts";

/** So long a width must stay before it is stored: a drag is one change. */
const PAUSE_MS = 300;

/** Returns the widths of the columns, and what changes one: at once on the page, then where the widths are stored. */
export function useWidths({
  columns,
  widths: stored,
  onWidths,
}: Pick<GridOf, "columns" | "widths" | "onWidths">) {
  const [draft, setDraft] = useState<Widths>();
  const store = useEffectEvent((widths: Widths): void => {
    onWidths(widths);
    setDraft(undefined);
  });
  useEffect(() => {
    if (draft === undefined) return;
    const timer = setTimeout(() => store(draft), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  const shown = draft ?? stored;
  return {
    widths: columns.map(({ name, width }) => shown[name] ?? width),
    resize: (name: string, width: number): void => setDraft({ ...shown, [name]: clampWidth(width) }),
  };
}

/** The widths that this browser stores for a list, or for a table without a view. */
export function useOwnWidths(list: string) {
  const place = `grid.widths.${list}`;
  const [widths, setWidths] = useState(() => storedAt(place));
  const store = (next: Widths): void => {
    setWidths(next);
    globalThis.localStorage.setItem(place, JSON.stringify(next));
  };
  return { widths, store };
}

function storedAt(place: string): Widths {
  try {
    const stored: unknown = JSON.parse(globalThis.localStorage.getItem(place) ?? "{}");
    return typeof stored === "object" && stored !== null ? readWidths(Object.entries(stored)) : {};
  } catch {
    return {};
  }
}
