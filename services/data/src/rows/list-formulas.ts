import type { FormulaSet, Viewpoint } from "@jst/formula";
import type { ReadMany } from "@jst/db";
import { afterRow, fieldsIn, type KeyValues, orderBy, type PageSize, Params, type Sort } from "@jst/query";
import { formulasAmong, type Join, scanFormulas } from "./formula-scan.ts";
import { type AskedList, conditions, conditionsWithoutFormulas, filtersOf } from "./row-conditions.ts";

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
