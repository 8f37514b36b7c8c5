import { useChoice } from "../grid/use-choice.ts";
import type { ChosenRow } from "../grid/choice.ts";
import { CHOICE } from "../words/choice.ts";
import { chosenOf, readAgain, rowsAtPositions } from "./chosen-rows.ts";
import { isUncreated } from "./new-rows.ts";
import type { RowsShown } from "./row-window.ts";
import type { Row, Table } from "./tables.ts";

interface RowChoiceOf {
  table: Table;
  shown: RowsShown;
  /** How many rows the list has. */
  count: number;
  /** A row by its index, also a new one; undefined until it is loaded. */
  rowAt: (index: number) => Row | undefined;
  /** Whether the list has more rows than its filters mean. */
  isUnfiltered: boolean;
}

/** The rows that a person has chosen in a table. */
export function useRowChoice({ table, shown, count, rowAt, isUnfiltered }: RowChoiceOf) {
  const { q, filter } = shown;
  const { change, ...choice } = useChoice<ChosenRow>({
    list: JSON.stringify([table.id, q, filter ?? null]),
    count,
    rowAt: (index) => {
      const row = rowAt(index);
      if (row === undefined) return undefined;
      return isUncreated(row) ? null : chosenOf(table.columns ?? [], row);
    },
    read: (span) => rowsAtPositions(table, shown, span),
    refusal: isUnfiltered ? CHOICE.unfiltered : undefined,
  });
  return {
    ...choice,
    remove: (ids: readonly string[]) => change({ kind: "remove", ids }),
    /** Reads chosen rows again, whose versions are no longer the newest. */
    renew: async (ids: readonly string[]) =>
      change({ kind: "renew", ids, rows: await readAgain(table, ids) }),
  };
}

export type RowChoice = ReturnType<typeof useRowChoice>;
