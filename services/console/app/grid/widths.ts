import { useState } from "react";
import type { Column } from "../data/tables.ts";

/** The least and the greatest width of a column, in CSS pixels (console.grid-columns). */
export const WIDTHS = { least: 40, most: 800, step: 16 } as const;

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

/** Widths of columns by name as a person has set them; this browser stores them for each table. */
export function useWidths(tableId: string, columns: readonly Column[]) {
  const place = `grid.widths.${tableId}`;
  const [set, setSet] = useState(() => stored(place));
  const resize = (name: string, width: number): void => {
    const within = Math.round(Math.max(WIDTHS.least, Math.min(WIDTHS.most, width)));
    const next = { ...set, [name]: within };
    setSet(next);
    globalThis.localStorage.setItem(place, JSON.stringify(next));
  };
  return { widths: columns.map((column) => set[column.name] ?? widthOf(column)), resize };
}

function stored(place: string): Readonly<Record<string, number>> {
  try {
    const read = JSON.parse(globalThis.localStorage.getItem(place) ?? "{}") as Record<string, unknown>;
    const entries = Object.entries(read).filter(
      (entry): entry is [string, number] =>
        typeof entry[1] === "number" && entry[1] >= WIDTHS.least && entry[1] <= WIDTHS.most,
    );
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}
