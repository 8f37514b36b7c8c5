import type { FormulaSet, Viewpoint } from "@jst/formula";
import { FairSemaphore, type ReadMany } from "@jst/db";
import { afterRow, fieldsIn, type KeyValues, orderBy, type PageSize, Params, type Sort } from "@jst/query";
import type { Call } from "@jst/rpc";
import { formulasAmong, type Join, scanFormulas } from "../formulas/formula-scan.ts";
import { listedRows } from "../rows/shown-rows.ts";
import { type AskedList, conditions, conditionsWithoutFormulas, filtersOf } from "./row-conditions.ts";
import type { ListTime } from "./list-time.ts";

/** The formulas a list cannot be made without. */
export interface ListFormulas {
  set: FormulaSet;
  /** True when they decide which rows stand where; false when they decide how rows look. */
  decideRows: boolean;
  /** True when they decide which rows there are. */
  decideFilter: boolean;
}

/** Part of a list that one page contains. */
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

/** In each queue. */
const waiting = {
  waitMs: 10_000,
  subject: "lists with formulas",
  remedy: "Ask for fewer of them at the same time, and try again after the seconds in Retry-After.",
};

/** The slots for lists of one kind: of each team to have a connection, and among those of all teams to work with it. */
function semaphoresOf({ most, mostOfTeam }: { most: number; mostOfTeam: number }) {
  return {
    ofTeam: new FairSemaphore({ most: Infinity, mostOfTeam, ...waiting }),
    ofAll: new FairSemaphore({ most, mostOfTeam, ...waiting }),
  };
}

/**
 * Lists of the process that hold values of formulas, up to 72 MB each, and a connection. Those whose rows formulas
 * decide look at up to 10,000 rows for seconds: one of a team, so that its time is not used up by the others.
 */
const scans = semaphoresOf({ most: 2, mostOfTeam: 1 });
/** Lists that format rows by formulas look at one page. */
const formats = semaphoresOf({ most: 3, mostOfTeam: 2 });

/**
 * Runs a list with formulas on one snapshot once it has a slot, and not after its caller has stopped waiting. A list
 * with a slot among all teams never waits for a connection. A team that waits for its share does not block other teams.
 * All of it ends with the list's time limit.
 */
export function withListSlot<T>(
  call: Call<unknown>,
  { decideRows }: ListFormulas,
  time: ListTime,
  work: (read: ReadMany) => Promise<T>,
): Promise<T> {
  const { ofTeam, ofAll } = decideRows ? scans : formats;
  const { caller, context } = call;
  const teamId = caller.team_id;
  const waits = () => ({ callerMs: time.leftMs(), departure: context.departure });
  const timed: (read: ReadMany) => ReadMany = (read) => (statement) => read(statement, time.running);
  const withConnection = (read: ReadMany) => ofAll.run(teamId, () => work(timed(read)), waits());
  return ofTeam.run(teamId, () => call.snapshot(withConnection, time.leftMs()), waits());
}

/** Evaluates formulas of many rows, as a list does, for work that has its connection already. */
export function withScanSlot<T>(teamId: string, work: () => Promise<T>): Promise<T> {
  return scans.ofAll.run(teamId, work);
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
    joined: list.order.joined,
    pageOnly: `order by ${orderBy(keys)} limit ${page.size.limit}`,
  });
}
