import { PATHS } from "../paths.ts";
import type { Place } from "../places.tsx";

/** Returns aria-current of a link to a page: "page" on the page itself, "true" on the page of one of its things. */
export function currentOf({ page }: Pick<Place, "page">, here: string): "page" | "true" | undefined {
  const path = PATHS[page];
  if (here === path) return "page";
  return page !== "home" && here.startsWith(`${path}/`) ? "true" : undefined;
}

/** Returns aria-current of an entry: that of its only page, "true" on any of several. */
export function currentEntry(places: readonly Place[], here: string): "page" | "true" | undefined {
  const found = places.map((place) => currentOf(place, here)).find((one) => one !== undefined);
  return found === undefined || places.length === 1 ? found : "true";
}
