import { CHOICE } from "../words/choice.ts";
/** So many rows can be chosen at once (console.grid-choose). */
export const CHOICE_MAX = 10_000;

/** A row as a choice has it. */
interface Chosen {
  id: string;
}

/** A stored row of a table that a person has chosen, as it was read. */
export interface ChosenRow extends Chosen {
  version: number;
  /** Text by which a person knows it; undefined if it has none. */
  name: string | undefined;
}

/** The rows of a list that a person has chosen. */
export interface Choice<R extends Chosen> {
  /** Names the list; another one has a choice of its own. */
  list: string;
  rows: ReadonlyMap<string, R>;
  /** Index of the row from which Shift chooses a range. */
  anchor: number | undefined;
}

/** A change of the choice. */
export type ChoiceChange<R extends Chosen> =
  | { kind: "add"; rows: readonly R[]; anchor?: number }
  | { kind: "remove"; ids: readonly string[]; anchor?: number }
  /** Adopts rows as they are now in place of some that were chosen; those that are gone are left out. */
  | { kind: "renew"; ids: readonly string[]; rows: readonly R[] }
  | { kind: "clear" };

/** Returns the choice of no row. */
export const noChoice = <R extends Chosen>(list: string): Choice<R> => ({
  ...{ list, rows: new Map<string, R>(), anchor: undefined },
});

/** Changes the choice of a list; what belongs to another list than is shown changes nothing. */
export function chosenAfter<R extends Chosen>(
  before: Choice<R>,
  list: string,
  change: ChoiceChange<R>,
): Choice<R> {
  if (before.list !== list) return before;
  switch (change.kind) {
    case "clear":
      return noChoice(list);
    case "add":
      return {
        list,
        rows: new Map(
          [...before.rows, ...change.rows.map((row) => [row.id, row] as const)].slice(0, CHOICE_MAX),
        ),
        anchor: change.anchor ?? before.anchor,
      };
    case "remove": {
      const rows = new Map(before.rows);
      for (const id of change.ids) rows.delete(id);
      return { list, rows, anchor: change.anchor ?? before.anchor };
    }
    case "renew": {
      const now = new Map(change.rows.map((row) => [row.id, row]));
      const asked = new Set(change.ids);
      const rows = [...before.rows.values()].flatMap((row) =>
        asked.has(row.id) ? (now.get(row.id) ?? []) : row,
      );
      return { ...before, rows: new Map(rows.map((row) => [row.id, row])) };
    }
  }
}

/** The indexes that Shift chooses from the anchor to a row; the row alone without an anchor. */
export function spanTo(
  { anchor }: Pick<Choice<Chosen>, "anchor">,
  index: number,
  isExtended: boolean,
): { first: number; last: number } {
  const from = isExtended ? (anchor ?? index) : index;
  return { first: Math.min(from, index), last: Math.max(from, index) };
}

/** Reports how much of a list is chosen; all of a longer list are the first 10,000. */
export function extentOf({ rows }: Pick<Choice<Chosen>, "rows">, count: number): "all" | "some" | "none" {
  if (rows.size === 0) return "none";
  return rows.size >= Math.min(count, CHOICE_MAX) ? "all" : "some";
}

/** Says how many rows of a list are chosen, or that they are read. */
export function chosenText(chosen: number, count: number, isReading: boolean): string {
  if (isReading) return CHOICE.reading;
  if (chosen === 0) return "";
  return chosen === CHOICE_MAX && count > CHOICE_MAX ? CHOICE.firstOf(chosen, count) : CHOICE.count(chosen);
}
