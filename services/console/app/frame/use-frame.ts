import { useCallback, useState, useSyncExternalStore } from "react";

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

const PLACE = "menu";
const FOLDED = "folded";

/** Returns whether the menu is folded, which this browser stores, and a function that folds or unfolds it. */
export function useFolded(): [isFolded: boolean, toggle: () => void] {
  const [isFolded, setFolded] = useState(() => globalThis.localStorage.getItem(PLACE) === FOLDED);
  const toggle = () => {
    setFolded(!isFolded);
    globalThis.localStorage.setItem(PLACE, isFolded ? "open" : FOLDED);
  };
  return [isFolded, toggle];
}
