import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { PAGES_MAX } from "./window.ts";

/** Pages that are not wanted stay for so long. */
export const UNWANTED_MS = 60_000;

/**
 * Forgets the oldest of the unwanted pages of a list, so that with the wanted ones at most 20 stay
 * (console.grid-window).
 */
export function useFewPages(queryKey: readonly unknown[], wanted: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const cache = client.getQueryCache();
    const unwanted = cache.findAll({ queryKey, type: "inactive" });
    unwanted.sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
    for (const query of unwanted.slice(Math.max(0, PAGES_MAX - wanted))) cache.remove(query);
  });
}
