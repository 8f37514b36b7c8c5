import { useQueries } from "@tanstack/react-query";
import { useSettled } from "../parts/settled.ts";
import { PATHS, pathOf } from "../paths.ts";
import { allPlaces, isFor } from "../places.tsx";
import { useModules } from "../session/modules.ts";
import { useSession } from "../session/session.ts";
import { TITLES } from "../words/places.ts";
import { FOUND, SEARCH } from "../words/search.ts";
import { useCreates } from "./creates.ts";
import { SOURCES, type Found } from "./search-sources.ts";
import type { TableName } from "./used-tables.ts";

const ROMAN = /^[a-z0-9]$/i;

/** Reports whether a text is long enough to ask the API: two characters, or one of a script with more of them. */
const isLongEnough = (q: string): boolean => q !== "" && !ROMAN.test(q);

/** Finds pages and tables without a request, and records of the lists that the person may read. */
export function useSearch(text: string, tables: readonly TableName[]) {
  const [session, modules] = [useSession(), useModules()];
  const places = allPlaces.filter(isFor(session, modules));
  const creates = useCreates();
  const q = useSettled(text.trim());
  const sources = SOURCES.filter(
    ({ page, module }) =>
      places.some((place) => place.page === page) && (module === undefined || modules[module] === true),
  );
  const answers = useQueries({
    queries: sources.map(({ page, find }) => ({
      queryKey: ["search", page, q],
      queryFn: () => find(q),
      enabled: isLongEnough(q),
      gcTime: 0,
    })),
  });
  const names: Found[] = [
    ...places.map(({ page }) => ({ to: PATHS[page], name: TITLES[page], about: SEARCH.page })),
    ...tables.map(({ name, display_name }) => ({
      to: pathOf("tables", name),
      name: display_name,
      about: SEARCH.table,
    })),
  ];
  names.push(...creates);
  const wanted = text.trim().toLowerCase();
  const isSettled = q === text.trim();
  const records = answers.flatMap(({ data }, index) => {
    const about = FOUND[sources[index]?.page ?? "home"] ?? "";
    return isSettled ? (data ?? []).map((one) => ({ ...one, about })) : [];
  });
  return {
    found: [...names.filter(({ name }) => name.toLowerCase().includes(wanted)), ...records],
    isLooking: isLongEnough(text.trim()) && (!isSettled || answers.some(({ isFetching }) => isFetching)),
    failed: sources.filter((_, index) => answers[index]?.isError).map(({ page }) => TITLES[page]),
  };
}
