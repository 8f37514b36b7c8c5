import { useSaid } from "../parts/said.ts";
import { knownIn, type Condition } from "./filters.ts";
import type { Column } from "./tables.ts";

/** Rows of a table that are shown. */
export interface RowsShown {
  /** Text to find. */
  q: string;
  /** As the API takes it: amount:desc; empty for the order of the table. */
  sort: string;
  filter: Condition | undefined;
  /** The id of a view; empty for none. */
  view: string;
}

/** Stores what the list shows in the address. */
export function useShown(columns: readonly Column[]): [RowsShown, (change: Partial<RowsShown>) => void] {
  const { said, say } = useSaid();
  const { q = "", sort = "", view = "", filter } = said;
  const known = knownIn(columns, { sort, filter: conditionIn(filter) });
  const shown: RowsShown = { q, view, ...known };
  const show = (change: Partial<RowsShown>): void => {
    const { filter: condition, ...texts } = { filter: shown.filter, ...change };
    say({ ...texts, filter: condition === undefined ? "" : JSON.stringify(condition) });
  };
  return [shown, show];
}

/** Parses the condition of an address; undefined if it is not valid. */
function conditionIn(text = ""): Condition | undefined {
  try {
    const { field, op, value } = JSON.parse(text) as Partial<Condition>;
    if (typeof field !== "string" || typeof op !== "string") return undefined;
    return { field, op, ...(value === undefined ? {} : { value }) };
  } catch {
    return undefined;
  }
}
