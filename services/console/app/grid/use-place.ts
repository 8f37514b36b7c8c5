import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from "react";
import { useSearch } from "wouter";
import type { Cursor } from "./cursor.ts";
import type { useCursor } from "./use-cursor.ts";
import type { Viewport } from "./viewport.ts";

/** Place of a person in a grid. */
interface SeenPlace extends Pick<Viewport, "top" | "left"> {
  cursor: Cursor;
}

/** So many places are stored at most. */
const PLACES_MAX = 100;
/** The place that a person left in each entry of the history of this window. */
const places = new Map<string, SeenPlace>();

/** Returns the name of the current entry of the history, which it names if it has none. */
function entryName(): string {
  const state: unknown = globalThis.history.state;
  const known = typeof state === "object" && state !== null && "entry" in state ? state.entry : undefined;
  if (typeof known === "string") return known;
  const entry = crypto.randomUUID();
  globalThis.history.replaceState({ ...(state as object | null), entry }, "");
  return entry;
}

/** Stores where a person leaves an entry of the history, and goes there when they come back (console.lists). */
export function usePlace(
  grid: RefObject<HTMLElement | null>,
  { cursor, restore }: Pick<ReturnType<typeof useCursor>, "cursor" | "restore">,
  { top, left }: Viewport,
): void {
  const search = useSearch();
  // The place before a change of the address, which may already show another list when it is left.
  const latest = useRef<SeenPlace>({ cursor, top, left });
  useEffect(() => {
    latest.current = { cursor, top, left };
  });
  const goBack = useEffectEvent((to: SeenPlace): void => {
    restore(to.cursor);
    grid.current?.scrollTo({ top: to.top, left: to.left });
  });
  useLayoutEffect(() => {
    const entry = entryName();
    const was = places.get(entry);
    if (was !== undefined) goBack(was);
    return () => {
      places.delete(entry);
      places.set(entry, latest.current);
      const [oldest] = places.keys();
      if (oldest !== undefined && places.size > PLACES_MAX) places.delete(oldest);
    };
  }, [search]);
}
