import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { api, type Schemas } from "../../api.ts";
import { useOwnWidths } from "../../grid/use-widths.ts";
import type { Widths } from "../../grid/widths.ts";
import { useSaid, type SayOptions } from "../../parts/said.ts";
import { usePreferences } from "../../preferences/preferences.ts";
import { applied, isWhole } from "../filters/checks.ts";
import { fieldsOf, type Fields } from "../filters/operators.ts";
import type { RowsShown } from "../row-window.ts";
import type { Table } from "../tables.ts";
import { isChanged, lookIn, lookOf, saidOf, SAYS_NOTHING, sortText, type Look } from "./look.ts";

export type View = Schemas["View"];

/** Views of a table, of which it has at most 100. */
const VIEWS_MAX = 100;

export const viewsKey = (tableId: string) => ["views", tableId];

/** Look of a person at a table, and its view. */
export interface Looking {
  views: readonly View[];
  /** Undefined for all rows. */
  view: View | undefined;
  look: Look;
  isChanged: boolean;
  /** Whether the columns stand in another order than that of the view, or of the table without one. */
  isOrdered: boolean;
  fields: Fields;
  /** Text to find. */
  q: string;
  /** Which rows are asked for; undefined until the view has loaded. */
  shown: RowsShown | undefined;
  isViewGone: boolean;
  /** Whether a filter that does not fit the table is left out of what is asked for. */
  isUnfiltered: boolean;
  error: Error | null;
  find: (q: string, options: SayOptions) => void;
  change: (change: Partial<Look>) => void;
  /** Sets the widths of the columns: part of the look at a view; without one, this browser stores them. */
  setWidths: (widths: Widths) => void;
  /** Shows a view as it is stored; without an id all rows. */
  open: (viewId: string) => void;
  /** Shows the view as it is stored. */
  discard: () => void;
}

/** Reads what the address says to show, over what its view stores (console.views). */
export function useLook(table: Table): Looking {
  const { said, say } = useSaid();
  const { data, error } = useQuery({
    queryKey: viewsKey(table.id),
    queryFn: () => {
      const params = { path: { table_id: table.id }, query: { limit: VIEWS_MAX, sort: "created_at:asc" } };
      return answered(api.GET("/api/v1/data/tables/{table_id}/views", { params }));
    },
  });
  const columns = table.columns ?? [];
  const { q = "", view: viewId = "" } = said;
  const view = data?.views.find(({ id }) => id === viewId);
  const own = useOwnWidths(table.id);
  const { density } = usePreferences();
  const base = { ...lookOf(view, columns, density), ...(viewId === "" ? { widths: own.widths } : {}) };
  const look = lookIn(said, base);
  const fields = fieldsOf(table.id, columns);
  const isKnown = viewId === "" || data !== undefined;
  const filter = applied(look.filters, fields);
  const change = (one: Partial<Look>) => say(saidOf({ ...look, ...one }, base));
  return {
    views: data?.views ?? [],
    view,
    look,
    isChanged: isKnown && isChanged(look, base),
    isOrdered: look.order !== base.order,
    fields,
    q,
    shown: isKnown ? { q, sort: sortText(look.sorts), filter } : undefined,
    isUnfiltered: !isWhole(look.filters, fields),
    isViewGone: isKnown && viewId !== "" && view === undefined,
    error,
    find: (text, options) => say({ q: text }, options),
    change,
    setWidths: viewId === "" ? own.store : (widths) => change({ widths }),
    open: (id) => say({ ...SAYS_NOTHING, view: id }),
    discard: () => say(SAYS_NOTHING),
  };
}
