import type { components } from "@jst/client";
import { decimalOf } from "@jst/values";
import { valueFormOf } from "./column-values.ts";

// Not from tables.ts, which only a browser can load.
type Column = components["schemas"]["Column"];
type Cells = Readonly<Record<string, unknown>>;

/** So many rows show how the numbers of a column are written. */
const SAMPLE = 200;
/** A number with more decimal places does not widen the others. */
const PLACES_MAX = 4;

/**
 * Returns the columns as a grid shows them, with the digits of numbers below one another. Numbers without a precision
 * of their own have as many decimal places as the longest one.
 */
export function withPlaces(
  columns: readonly Column[],
  rows: readonly { data: unknown; computed?: unknown }[],
): readonly Column[] {
  const sample = rows
    .slice(0, SAMPLE)
    .map(({ data, computed }) => ({ ...(data as Cells), ...(computed as Cells) }));
  return columns.map((column) => {
    const form = valueFormOf(column, "UTC");
    if (form?.kind !== "number" || form.precision !== undefined) return column;
    const places = sample.map((cells) => placesOf(cells[column.name])).filter((n) => n <= PLACES_MAX);
    const least = Math.max(0, ...places);
    return least === 0 ? column : { ...column, options: { ...column.options, least } };
  });
}

const placesOf = (value: unknown): number =>
  typeof value === "number" ? (decimalOf(value).split(".")[1] ?? "").length : 0;
