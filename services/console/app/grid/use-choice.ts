import { useRef, useState } from "react";
import { chosenAfter, CHOICE_MAX, extentOf, noChoice, spanTo, type ChoiceChange } from "./choice.ts";
import type { GridChoice } from "./grid-of.ts";
import { indexesOf, type Span } from "./window.ts";

/** A list whose rows a person chooses. */
export interface ChoiceOf<R extends { id: string }> {
  /** Name of the list: another search or filter is another one, another order is not. */
  list: string;
  /** How many rows the list has. */
  count: number;
  /** A row by its index: undefined until it is loaded, null if it cannot be chosen. */
  rowAt: (index: number) => R | null | undefined;
  /** Reads the rows of a span that are not loaded. */
  read: (span: Span) => Promise<readonly R[]>;
  /** Why the whole list cannot be chosen; undefined if it can. */
  refusal: string | undefined;
}

/** The rows that a person has chosen in a list; another search or filter begins without any (console.grid-choose). */
export function useChoice<R extends { id: string }>(of: ChoiceOf<R>) {
  const { count, rowAt } = of;
  const { choice, begin, change } = useHeldChoice<R>(of.list);
  const { isReading, error, withRows, stop } = useReading(of, begin);
  const isChosen = ({ id }: R): boolean => choice.rows.has(id);
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
      return row === undefined || row === null ? undefined : isChosen(row);
    },
    toggle: (index, isExtended) => {
      const row = rowAt(index);
      if (row !== undefined && row !== null) put(spanTo(choice, index, isExtended), !isChosen(row), index);
    },
    toggleSpan: ({ first, last }) => {
      const rows = indexesOf({ first, last: Math.min(last, first + CHOICE_MAX) }).map(rowAt);
      const isAdded = rows.some((row) => row !== undefined && row !== null && !isChosen(row));
      put({ first, last }, isAdded, last);
    },
    toggleAll: () => {
      if (extent === "all") clear();
      else withRows({ first: 0, last: count - 1 }, (rows) => change({ kind: "add", rows }));
    },
    clear,
    refusal: extent === "all" ? undefined : of.refusal,
  };
  return { grid, isReading, error, clear, change, rows: [...choice.rows.values()] };
}

/** The choice of the shown list; what is read for another one changes nothing. */
function useHeldChoice<R extends { id: string }>(list: string) {
  const [held, setHeld] = useState(() => noChoice<R>(list));
  return {
    choice: held.list === list ? held : noChoice<R>(list),
    /** Begins the choice of the list, before anything is read for it. */
    begin: () => setHeld((before) => (before.list === list ? before : noChoice<R>(list))),
    change: (one: ChoiceChange<R>) => setHeld((before) => chosenAfter(before, list, one)),
  };
}

interface ReadingState {
  isReading: boolean;
  error?: Error;
}

/** Reads the rows of spans that are not loaded. */
function useReading<R extends { id: string }>({ count, rowAt, read }: ChoiceOf<R>, begin: () => void) {
  const [state, setState] = useState<ReadingState>({ isReading: false });
  const loadedIn = (span: Span): readonly R[] | undefined => {
    if (span.last - span.first >= CHOICE_MAX) return undefined;
    const rows = indexesOf(span).map(rowAt);
    if (rows.includes(undefined)) return undefined;
    return rows.filter((row) => row !== undefined && row !== null);
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
    withRows: (span: Span, use: (rows: readonly R[]) => void): void => {
      begin();
      const loaded = loadedIn(span);
      if (loaded !== undefined) {
        use(loaded);
        return;
      }
      latest.current += 1;
      const own = latest.current;
      setState({ isReading: true });
      read({ ...span, last: Math.min(span.last, count - 1) }).then(
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
