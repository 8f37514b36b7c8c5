import type { FormulaSet, Viewpoint } from "@jst/formula";
import type { ReadMany } from "@jst/db";
import { afterRow, fieldsIn, type KeyValues, orderBy, type PageSize, Params, type Sort } from "@jst/query";
import { formulasAmong, type Join, scanFormulas } from "./formula-scan.ts";
import { listedRows } from "./shown-rows.ts";
import { type AskedList, conditions, conditionsWithoutFormulas, filtersOf } from "./row-conditions.ts";
import { Turns } from "./turns.ts";

/** The formulas a list cannot be made without. */
export interface ListFormulas {
  set: FormulaSet;
  /** True when they decide which rows stand where; false when they decide how rows look. */
  decideRows: boolean;
  /** True when they decide which rows there are. */
  decideFilter: boolean;
}

/** What of a list one page holds. */
export interface PagePlace {
  sort: Sort;
  size: PageSize;
  after: KeyValues | undefined;
}

/**
 * The formulas that sort, filters and formats of a list name. Undefined when it needs none; else its
 * conditions are found to compile, before anything is read for them.
 */
export function formulasOfList(list: AskedList, sort: Sort): ListFormulas | undefined {
  const { schema, view } = list;
  if (schema.formulas === undefined) return undefined;
  const named = (names: () => Iterable<string>) => formulasAmong(schema, names)?.names ?? [];
  const inFilters = named(() => filtersOf(list).flatMap((filter) => [...fieldsIn(filter)]));
  const inSort = named(() => sort.keys.map(({ name }) => name));
  const inFormats = named(() => (view?.formats ?? []).flatMap(({ filter }) => [...fieldsIn(filter)]));
  const set = formulasAmong(schema, () => [...inFilters, ...inSort, ...inFormats]);
  if (set === undefined) return undefined;
  conditions(list, new Params());
  return {
    set,
    decideRows: inFilters.length + inSort.length > 0,
    decideFilter: inFilters.length > 0,
  };
}

/**
 * Lists of the process that hold values of formulas, up to 60 MB each, and a connection. Those whose rows formulas decide
 * look at up to 10,000 rows for seconds: one of a team, so that its time is not used up by the others.
 */
const scans = new Turns({ most: 2, mostOfTeam: 1, waitMs: 10_000 });
/** Those whose rows are formatted by formulas look at one page. */
const formats = new Turns({ most: 3, mostOfTeam: 2, waitMs: 10_000 });

/** Does the work of a list with formulas when it is its turn, so that there is room and time for it. */
export function inTurn<T>(
  teamId: string,
  { decideRows }: Pick<ListFormulas, "decideRows">,
  work: () => Promise<T>,
): Promise<T> {
  return (decideRows ? scans : formats).take(teamId, work);
}

/** Evaluates what the list needs before it can be made; answers the join that its statement reads the values from. */
export function joinFormulas(
  read: ReadMany,
  list: AskedList,
  { set, decideRows, decideFilter }: ListFormulas,
  page: PagePlace,
  view: Viewpoint,
): Promise<Join> {
  const { keys } = page.sort;
  const scan = {
    ...list,
    rows: listedRows(list.schema, list.query),
    formulas: set,
    view,
    code: decideFilter ? "invalid_filter" : "invalid_sort",
  } as const;
  if (decideRows)
    return scanFormulas(read, { ...scan, where: (params) => conditionsWithoutFormulas(list, params) });
  return scanFormulas(read, {
    ...scan,
    where: (params: Params) => [
      ...conditions(list, params),
      ...(page.after === undefined ? [] : [afterRow(keys, page.after, params)]),
    ],
    pageOnly: `order by ${orderBy(keys)} limit ${page.size.limit}`,
  });
}
