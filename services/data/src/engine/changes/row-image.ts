import type { Image, Mentioned } from "@jst/changes";
import { columnsOf } from "./mentioned-columns.ts";
import { columnTypes } from "../types/types.ts";

/**
 * A row of a changeset as the API has it: with a cell of every column, null where it is empty. A cell of a column that
 * is gone by now is shown as it was.
 */
export function rowImage(image: Image, mentioned: Mentioned): Image {
  const cells = columnsOf(image, mentioned).flatMap(({ name, type }): [string, unknown][] => {
    const { filledBy } = columnTypes[type];
    if (filledBy === "formula") return [];
    return [[name, typeof filledBy === "object" ? filledBy.of(image) : null]];
  });
  return { ...image, data: { ...Object.fromEntries(cells), ...(image["data"] as Image) } };
}
