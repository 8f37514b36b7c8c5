import { useState } from "react";
import { useSaid } from "../parts/said.ts";
import type { Condition } from "./filters.ts";
import { EVERYTHING, type Shown } from "./tables.ts";

/** What is shown of a table: in the address all but the page, which begins anew where that changes. */
export function useShown(): [Shown, (change: Partial<Shown>) => void] {
  const { said, say, search } = useSaid();
  const [turned, setTurned] = useState({ of: search, pages: EVERYTHING.pages });
  const { q = "", sort = "", view = "", filter } = said;
  const pages = turned.of === search ? turned.pages : EVERYTHING.pages;
  const shown: Shown = { q, sort, view, filter: conditionIn(filter), pages };
  const show = ({ pages: turns, ...change }: Partial<Shown>): void => {
    if (turns !== undefined) {
      setTurned({ of: search, pages: turns });
      return;
    }
    const { filter: condition, ...texts } = { filter: shown.filter, ...change };
    say({ ...texts, filter: condition === undefined ? "" : JSON.stringify(condition) });
  };
  return [shown, show];
}

/** The condition of an address; nothing where somebody wrote there what is none. */
function conditionIn(text = ""): Condition | undefined {
  try {
    const { field, op, value } = JSON.parse(text) as Partial<Condition>;
    if (typeof field !== "string" || typeof op !== "string") return undefined;
    return { field, op, ...(value === undefined ? {} : { value }) };
  } catch {
    return undefined;
  }
}
