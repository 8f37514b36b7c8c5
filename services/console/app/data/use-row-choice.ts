import { useRef, useState } from "react";
import {
  chosenAfter,
  CHOICE_MAX,
  extentOf,
  noChoice,
  spanTo,
  type ChoiceChange,
  type ChosenRow,
} from "../grid/choice.ts";
import type { GridChoice } from "../grid/grid-of.ts";
import { indexesOf, type Span } from "../grid/window.ts";
import { chosenOf, readAgain, rowsAtPositions } from "./chosen-rows.ts";
import { CHOICE } from "../words/choice.ts";
import { isUncreated, storedId } from "./new-rows.ts";
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

/** The rows that a person has chosen in a list; another search, filter or view begins without any. */
export function useRowChoice(list: RowChoiceOf) {
  const { table, count, rowAt, isUnfiltered } = list;
  const { choice, begin, change } = useHeldChoice(list);
  const { isReading, error, withRows, stop } = useReading(list, begin);
  const isChosen = (row: Row): boolean => choice.rows.has(storedId(row.id));
  const put = (span: Span, isAdded: boolean, anchor: number): void =>
    withRows(span, (rows) => {
      const ids = rows.map(({ id }) => id);
      change(isAdded ? { kind: "add", rows, anchor } : { kind: "remove", ids, anchor });
    });
  const clear = (): void => {
    stop();
    change({ kind: "clear" });
  };
  const extent = extentOf(choice, count);
  const grid: GridChoice = {
    extent,
    most: Math.min(count, CHOICE_MAX),
    isChosen: (index) => {
      const row = rowAt(index);
      return row === undefined || isUncreated(row) ? undefined : isChosen(row);
    },
    toggle: (index, isExtended) => {
      const row = rowAt(index);
      if (row !== undefined && !isUncreated(row))
        put(spanTo(choice, index, isExtended), !isChosen(row), index);
    },
    toggleSpan: ({ first, last }) => {
      const rows = indexesOf({ first, last: Math.min(last, first + CHOICE_MAX) }).map(rowAt);
      const isAdded = rows.some((row) => row !== undefined && !isUncreated(row) && !isChosen(row));
      put({ first, last }, isAdded, last);
    },
    toggleAll: () => {
      if (extent === "all") clear();
      else withRows({ first: 0, last: count - 1 }, (rows) => change({ kind: "add", rows }));
    },
    clear,
    refusal: isUnfiltered && extent !== "all" ? CHOICE.unfiltered : undefined,
  };
  return {
    ...{ grid, isReading, error, clear, rows: [...choice.rows.values()] },
    remove: (ids: readonly string[]) => change({ kind: "remove", ids }),
    /** Reads chosen rows again, whose versions are no longer the newest. */
    renew: async (ids: readonly string[]) =>
      change({ kind: "renew", ids, rows: await readAgain(table, ids) }),
  };
}

export type RowChoice = ReturnType<typeof useRowChoice>;

/** The choice of the shown list; what is read for another one changes nothing. */
function useHeldChoice({ table, shown: { q, filter } }: RowChoiceOf) {
  const list = JSON.stringify([table.id, q, filter ?? null]);
  const [held, setHeld] = useState(() => noChoice(list));
  return {
    choice: held.list === list ? held : noChoice(list),
    /** Begins the choice of the list, before anything is read for it. */
    begin: () => setHeld((before) => (before.list === list ? before : noChoice(list))),
    change: (one: ChoiceChange) => setHeld((before) => chosenAfter(before, list, one)),
  };
}

interface ReadingState {
  isReading: boolean;
  error?: Error;
}

/** Reads the rows of spans that are not loaded. */
function useReading({ table, shown, count, rowAt }: RowChoiceOf, begin: () => void) {
  const [state, setState] = useState<ReadingState>({ isReading: false });
  const loadedIn = (span: Span): ChosenRow[] | undefined => {
    if (span.last - span.first >= CHOICE_MAX) return undefined;
    const rows = indexesOf(span).map(rowAt);
    if (rows.includes(undefined)) return undefined;
    const stored = rows.filter((row) => row !== undefined && !isUncreated(row)) as Row[];
    return stored.map((row) => chosenOf(table.columns ?? [], row));
  };
  const latest = useRef(0);
  return {
    ...state,
    /** Has a read under way call nobody back. */
    stop: () => {
      latest.current += 1;
      setState({ isReading: false });
    },
    /** Calls back with the rows of a span, once they are read. */
    withRows: (span: Span, use: (rows: readonly ChosenRow[]) => void): void => {
      begin();
      const loaded = loadedIn(span);
      if (loaded !== undefined) {
        use(loaded);
        return;
      }
      latest.current += 1;
      const own = latest.current;
      setState({ isReading: true });
      rowsAtPositions(table, shown, { ...span, last: Math.min(span.last, count - 1) }).then(
        (rows) => {
          if (latest.current !== own) return;
          setState({ isReading: false });
          use(rows);
        },
        (fault: unknown) => {
          if (latest.current === own) setState({ isReading: false, error: fault as Error });
        },
      );
    },
  };
}
