import { PAGE_BYTES_MAX } from "@jst/query";
import type { Changeset } from "../../gen/rpc.ts";
import { END, type Places } from "./places.ts";
import type { Part } from "./sources.ts";

/**
 * Merges the newest of all parts, at most `limit` and as many as a page holds in bytes, at least one. If a service has
 * not answered all that it was asked for, later ones of the others are left out.
 */
export function mergedPage(parts: readonly Part[], limit: number): Changeset[] {
  const ends = parts.flatMap(({ changesets, has_more }) =>
    has_more ? changesets.slice(-1).map(uuidOf) : [],
  );
  const merged = parts
    .flatMap(({ changesets }) => changesets)
    .filter((changeset) => ends.every((end) => uuidOf(changeset) >= end))
    .sort((a, b) => (uuidOf(a) < uuidOf(b) ? 1 : -1));
  let bytes = 0;
  return merged.slice(0, limit).filter((changeset, index) => {
    bytes += Buffer.byteLength(JSON.stringify(changeset));
    return index === 0 || bytes <= PAGE_BYTES_MAX;
  });
}

/** The places after a page of these parts, each of which was asked for more than `limit` changesets. */
export function placesAfter(
  places: Places,
  parts: readonly Part[],
  page: readonly Changeset[],
  limit: number,
): Places {
  const last = page.at(-1);
  const listed = new Set(page.map(({ id }) => id));
  const after = parts.map(({ service, changesets, has_more }): [string, string] => {
    const isWhole = !has_more && changesets.length <= limit && changesets.every(({ id }) => listed.has(id));
    if (isWhole || last === undefined) return [service, END];
    const [place, reached] = [places[service], uuidOf(last)];
    // Places before an older one have been listed: services that were missing return with newer change sets.
    return [service, place !== undefined && place < reached ? place : reached];
  });
  return { ...places, ...Object.fromEntries(after) };
}

/** The uuid v7 in `<service>_<uuid>`, the order of time. */
function uuidOf({ id }: Changeset): string {
  return id.slice(id.indexOf("_") + 1);
}
