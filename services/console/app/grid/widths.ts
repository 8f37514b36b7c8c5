import type { components } from "@jst/client";

type Column = components["schemas"]["Column"];

/** The least and the greatest width of a column, in CSS pixels (console.grid-columns). */
export const WIDTHS = { least: 40, most: 800, step: 16 } as const;

/** Widths of columns by name, of those that do not have the width of their type. */
export type Widths = Readonly<Record<string, number>>;

const BY_TYPE: Partial<Record<Column["type"], number>> = {
  boolean: 88,
  rating: 104,
  integer: 112,
  autonumber: 96,
  percent: 112,
  number: 120,
  currency: 136,
  duration: 128,
  date: 136,
  datetime: 184,
  created_at: 184,
  updated_at: 184,
  select: 144,
  state: 144,
  email: 216,
  url: 216,
  long_text: 280,
  json: 240,
};

/** Returns the width that a column begins with. */
export const widthOf = ({ type }: Pick<Column, "type">): number => BY_TYPE[type] ?? 184;

/** Returns the nearest width that a column may have. */
export const clampWidth = (width: number): number =>
  Math.round(Math.max(WIDTHS.least, Math.min(WIDTHS.most, width)));

/** Reads widths that were stored or are in an address; others than whole ones from 40 to 800 are left out. */
export const readWidths = (entries: readonly (readonly [string, unknown])[]): Widths =>
  Object.fromEntries(
    entries.filter(
      (entry): entry is [string, number] =>
        Number.isInteger(entry[1]) && clampWidth(Number(entry[1])) === entry[1],
    ),
  );
