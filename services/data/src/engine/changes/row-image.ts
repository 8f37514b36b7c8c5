import type { Image, Mentioned } from "@jst/changes";
import { columnsOf } from "./mentioned-columns.ts";
import { columnTypes } from "../types/types.ts";

/**
 * A row of a changeset as the API has it: with a cell of every column, null where it is empty, and the contact that a
 * merged one stands for. A cell of a column that is gone by now is shown as it was.
 */
export function rowImage(image: Image, mentioned: Mentioned): Image {
  const stored = image["data"] as Image;
  const columns = columnsOf(image, mentioned);
  const cells = columns.flatMap(({ name, type }): [string, unknown][] => {
    const { filledBy } = columnTypes[type];
    if (filledBy === "formula") return [];
    return [[name, typeof filledBy === "object" ? filledBy.of(image) : null]];
  });
  const aliased = columns.flatMap(({ name, stands_for: live }): [string, unknown][] => {
    const cell = live == null ? undefined : live[String(stored[name])];
    return cell === undefined ? [] : [[name, cell]];
  });
  return { ...image, data: { ...Object.fromEntries(cells), ...stored, ...Object.fromEntries(aliased) } };
}
