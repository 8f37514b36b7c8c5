import { useCallback, useSyncExternalStore } from "react";

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
