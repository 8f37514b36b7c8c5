import { useCallback, useSyncExternalStore } from "react";
import { usePreferences, useSetPreferences } from "../preferences/preferences.ts";

/** Widths at which the frame changes: a bar at the bottom on a phone, a folded menu below a desk's width. */
export const PHONE = "(width < 40rem)";
export const NARROW = "(width < 60rem)";

/** Tests a media query, and again when its answer changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = globalThis.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => globalThis.matchMedia(query).matches);
}

/** Returns whether the person has folded the menu, and a function that folds or unfolds it (preferences.own). */
export function useFolded(): [isFolded: boolean, toggle: () => void] {
  const isFolded = usePreferences().menu === "folded";
  const set = useSetPreferences();
  return [isFolded, () => set({ menu: isFolded ? "open" : "folded" })];
}
