import type { components } from "@jst/client";
import {
  filtersIn,
  filtersOf,
  isNode,
  isSameFilter,
  nodeOf,
  NO_FILTERS,
  type Filters,
} from "../filters/tree.ts";
import {
  gridBody,
  gridIn,
  gridOf,
  NONE,
  saidGrid,
  type LookGrid,
  type RowHeight,
  type SaidGrid,
} from "./look-grid.ts";

// Not from tables.ts, which only a browser can load.
type View = components["schemas"]["View"];
type Column = components["schemas"]["Column"];
type ViewBody = components["schemas"]["ViewPatch"];

/** An order of rows by a field. */
export type Sort = components["schemas"]["ViewSort"];

/** Look at a table: which rows in which order, which columns in which order, and how the grid shows them. */
export interface Look extends LookGrid {
  filters: Filters;
  sorts: readonly Sort[];
  /** Names of the columns that are not shown. */
  hidden: readonly string[];
  /** Names of all columns in the order to show them. */
  order: readonly string[];
}

/** Parts of a look by their members of an address. */
export type SaidLook = Readonly<Record<"filter" | "sort" | "hidden" | "order", string>> & SaidGrid;

/** An address that says nothing of its own. */
export const SAYS_NOTHING: SaidLook = {
  ...{ filter: "", sort: "", hidden: "", order: "" },
  ...{ widths: "", frozen: "", height: "" },
};

type NamedColumns = readonly Pick<Column, "name">[];

/** Returns what a view shows; of no view, all rows and columns. */
export function lookOf(view: View | undefined, columns: NamedColumns, density?: RowHeight): Look {
  const names = columns.map(({ name }) => name);
  const grid = gridOf(view?.grid, density);
  if (view === undefined) return { filters: NO_FILTERS, sorts: [], hidden: [], order: names, ...grid };
  const { visible_columns: visible, hidden_columns: hidden } = view;
  const isShown = (name: string) =>
    (visible.length === 0 || visible.includes(name)) && !hidden.includes(name);
  return {
    filters: filtersOf(view.filters),
    sorts: view.sorts,
    hidden: names.filter((name) => !isShown(name)),
    order: inOrder(names, view.column_order),
    ...grid,
  };
}

/** The names in the order of the first ones; the others follow. */
function inOrder(names: readonly string[], first: readonly string[]): readonly string[] {
  const known = [...new Set(first)].filter((name) => names.includes(name));
  return [...known, ...names.filter((name) => !known.includes(name))];
}

/** Fields that every table has besides its columns (conventions.sort). */
const ALWAYS: readonly string[] = ["id", "created_at", "updated_at"];
const SORTS_MAX = 5;

/** Reads what an address says over the look of its view. Orders and columns that the table lacks are left out. */
export function lookIn(said: Readonly<Record<string, string>>, base: Look): Look {
  const { filter = "", sort = "", hidden = "", order = "" } = said;
  const known = new Set([...ALWAYS, ...base.order]);
  const sorts = sortsIn(sort).filter(({ field }) => known.has(field));
  const isHidden = new Set(listIn(hidden));
  return {
    filters: filter === "" ? base.filters : filter === NONE ? NO_FILTERS : filtersIn(filter),
    sorts: sort === "" ? base.sorts : sorts.slice(0, SORTS_MAX),
    hidden: hidden === "" ? base.hidden : base.order.filter((name) => isHidden.has(name)),
    order: order === "" ? base.order : inOrder(base.order, listIn(order)),
    ...gridIn(said, base, base.order),
  };
}

/** Reads orders as a list takes them. */
export const sortsIn = (text: string): readonly Sort[] =>
  listIn(text).map((one) => {
    const [field = "", direction] = one.split(":");
    return { field, direction: direction === "desc" ? "desc" : "asc" };
  });

const listIn = (text: string): readonly string[] =>
  text === "" || text === NONE ? [] : text.split(",").filter((one) => one !== "");

/** Writes a look as an address says it: nothing where it is as the view has it. */
export function saidOf(look: Look, base: Look): SaidLook {
  const filter = nodeOf(look.filters);
  return {
    filter: isSameFilter(look.filters, base.filters)
      ? ""
      : filter === undefined
        ? NONE
        : JSON.stringify(filter),
    sort: sortText(look.sorts) === sortText(base.sorts) ? "" : sortText(look.sorts) || NONE,
    hidden: isSameSet(look.hidden, base.hidden) ? "" : look.hidden.toSorted().join(",") || NONE,
    order: look.order.join() === base.order.join() ? "" : look.order.join(","),
    ...saidGrid(look, base),
  };
}

/** Orders as a list takes them: amount:desc,name:asc. */
export const sortText = (sorts: readonly Sort[]): string =>
  sorts.map(({ field, direction }) => `${field}:${direction}`).join(",");

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join();

/** Whether a look differs from that of its view. */
export const isChanged = (look: Look, base: Look): boolean =>
  Object.values(saidOf(look, base)).some((text) => text !== "");

/** The columns as a look shows them. */
export function shownColumns<C extends Pick<Column, "name">>(
  columns: readonly C[],
  look: Pick<Look, "order" | "hidden">,
): C[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  return look.order.flatMap((name) => {
    const column = byName.get(name);
    return column === undefined || look.hidden.includes(name) ? [] : [column];
  });
}

/** The members by which a view stores a look, of those that differ from the look of the view. */
export function bodyOf(look: Look, view: View | undefined, columns: NamedColumns): ViewBody {
  const base = lookOf(view, columns, look.density);
  const said = saidOf(look, base);
  const byPosition = columns.map(({ name }) => name).join();
  const node = nodeOf(look.filters);
  const grid = gridBody(look, view?.grid);
  return {
    ...(said.filter === "" ? {} : { filters: isNode(node) ? { ...node } : null }),
    ...(said.sort === "" ? {} : { sorts: [...look.sorts] }),
    ...(said.hidden === "" ? {} : hidingOf(look, view, columns)),
    ...(said.order === "" ? {} : { column_order: look.order.join() === byPosition ? [] : [...look.order] }),
    ...(grid === undefined ? {} : { grid }),
  };
}

/** A view that names the columns it shows goes on naming them, so that a new column does not appear in it. */
function hidingOf({ hidden }: Look, view: View | undefined, columns: NamedColumns): ViewBody {
  const shown = columns.map(({ name }) => name).filter((name) => !hidden.includes(name));
  const namesShown = (view?.visible_columns.length ?? 0) > 0 && shown.length > 0;
  return namesShown
    ? { visible_columns: shown, hidden_columns: [] }
    : { visible_columns: [], hidden_columns: [...hidden] };
}

/** The body of a new view with a look; from another view it has the formats and the kind too. */
export function newViewOf(
  name: string,
  look: Look,
  from: View | undefined,
  columns: NamedColumns,
): components["schemas"]["ViewCreate"] {
  const members =
    from === undefined
      ? {}
      : {
          kind: from.kind,
          filters: from.filters,
          sorts: from.sorts,
          visible_columns: from.visible_columns,
          hidden_columns: from.hidden_columns,
          column_order: from.column_order,
          conditional_formats: from.conditional_formats,
          record_review_layout: from.record_review_layout,
          grid: from.grid,
        };
  return { ...members, ...bodyOf(look, from, columns), name };
}
