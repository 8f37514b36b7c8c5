import type { Tint } from "../parts/tints.ts";

/** A choice or a state, as a pill shows it. */
export interface PillText {
  text: string;
  tint: Tint;
}

/** Value of a cell by its kind. */
export type ListCell =
  | { kind: "text"; value: string | null }
  | { kind: "number" | "size"; value: number | null }
  | { kind: "money"; value: number; currency: string }
  | { kind: "date" | "datetime"; value: string | null }
  | { kind: "pills"; value: readonly PillText[] };

type Kind = ListCell["kind"];

/** A column of a list of things. */
export interface ListColumn<T> {
  /** Name of the column; also the field by which the API sorts, if it does. */
  name: string;
  title: string;
  kind: Kind;
  isSorted: boolean;
  width: number;
  cellOf: (thing: T) => ListCell;
}

/** Widths in CSS pixels. */
const WIDTHS: Readonly<Record<Kind, number>> = {
  ...{ text: 208, number: 104, size: 112, money: 136, date: 136, datetime: 184, pills: 168 },
};

interface More {
  /** Whether the API sorts by the column. */
  isSorted?: boolean;
  width?: number;
}

const column = <T>(
  [name, title]: readonly [name: string, title: string],
  kind: Kind,
  cellOf: ListColumn<T>["cellOf"],
  { isSorted = false, width = WIDTHS[kind] }: More = {},
): ListColumn<T> => ({ name, title, kind, isSorted, width, cellOf });

type Named = readonly [name: string, title: string];

/** A column of texts. */
export const textColumn = <T>(
  named: Named,
  of: (thing: T) => string | null | undefined,
  more?: More,
): ListColumn<T> => column(named, "text", (thing) => ({ kind: "text", value: of(thing) ?? null }), more);

/** A column of numbers, or of sizes in bytes. */
export const numberColumn = <T>(
  named: Named,
  of: (thing: T) => number | null | undefined,
  more: More & { kind?: "number" | "size" } = {},
): ListColumn<T> => {
  const { kind = "number" } = more;
  return column(named, kind, (thing) => ({ kind, value: of(thing) ?? null }), more);
};

/** A column of amounts, each in a currency of its own. */
export const moneyColumn = <T>(
  named: Named,
  of: (thing: T) => { amount: number; currency: string },
  more?: More,
): ListColumn<T> =>
  column(
    named,
    "money",
    (thing) => {
      const { amount, currency } = of(thing);
      return { kind: "money", value: amount, currency };
    },
    more,
  );

/** A column of dates or times. */
export const timeColumn = <T>(
  named: Named,
  of: (thing: T) => string | null | undefined,
  more: More & { kind?: "date" | "datetime" } = {},
): ListColumn<T> => {
  const { kind = "datetime" } = more;
  return column(named, kind, (thing) => ({ kind, value: of(thing) ?? null }), more);
};

/** A column of choices and states. */
export const pillColumn = <T>(
  named: Named,
  of: (thing: T) => readonly PillText[],
  more?: More,
): ListColumn<T> => column(named, "pills", (thing) => ({ kind: "pills", value: of(thing) }), more);
