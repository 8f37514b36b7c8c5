import type { PlanMode, Statement } from "@jst/db";
import { conjuncts, type CursorScope, type Sort } from "@jst/query";
import { formulasOfList, type ListFormulas } from "./list-formulas.ts";
import { type AskedList, filtersOf, filterText, sortOf } from "./row-conditions.ts";
import { type SoughtText, soughtTexts } from "./sought-texts.ts";

/** Plan of a list: everything that its parameters and the table's columns decide, for any page. */
export interface PagePlan {
  /** The version of the columns it was made from. It does not hold them: plans outlive what is remembered of tables. */
  version: number;
  /** The versions of the tables by whose rows it sorts. */
  targets: string;
  sort: Sort;
  /** Scope that binds its cursors. */
  scope: CursorScope;
  /** Parsed. */
  filters: unknown[];
  formulas: ListFormulas | undefined;
  /** Texts that it searches in cells. */
  sought: readonly SoughtText[];
  mode: PlanMode;
  /** The first page's, once it has been asked for; of a plan that is remembered. */
  first: Statement | undefined;
  isRemembered: boolean;
}

/** Plans remembered by a process, of lists whose parameters are not longer than this: some megabytes. */
const PLANS_MAX = 500;
const KEY_CHARS_MAX = 1_000;

const remembered = new Map<string, PagePlan>();

/**
 * Returns the plan of a list. A plan for the same parameters and columns is remembered (ADR 22). A page costs 17 us
 * beside transport, of which 10 were for parsing filter and sort, building the statement and finding its text among the
 * prepared ones. A plan never depends on data, caller or clock. Lists of views, with relative dates, and with formulas
 * in filter or sort are planned each time.
 */
export function pagePlan(list: AskedList): PagePlan {
  const { query, schema, view, timezone, country = "", locale = "bytes" } = list;
  if (view !== undefined || mayAskForToday(query.filter)) return newPlan(list);
  const key = `${list.teamId} ${schema.id} ${timezone} ${country} ${locale} ${JSON.stringify({ ...query, cursor: undefined, skip: undefined })}`;
  const known = remembered.get(key);
  if (known?.version === schema.version && known.targets === targetsOf(list)) return known;
  const plan = newPlan(list);
  plan.isRemembered = key.length <= KEY_CHARS_MAX && plan.formulas === undefined;
  if (plan.isRemembered) remember(key, plan);
  return plan;
}

function targetsOf({ order: { targets } }: AskedList): string {
  return targets.map(({ id, version }) => `${id} ${version}`).join(",");
}

/** True for a filter that may hold a relative date: JSON can spell the name with escapes. */
function mayAskForToday(filter: string | undefined): boolean {
  return filter !== undefined && (filter.includes('"rel"') || filter.includes("\\"));
}

function remember(key: string, plan: PagePlan): void {
  const oldest = remembered.keys().next();
  if (remembered.size >= PLANS_MAX && !oldest.done) remembered.delete(oldest.value);
  remembered.set(key, plan);
}

function newPlan(list: AskedList): PagePlan {
  const { schema, teamId } = list;
  const sort = sortOf(list);
  const route = `data.v1.Rows/ListRows:${schema.id}`;
  const scope = { teamId, route, sort: sort.text, order: sort.order, filter: filterText(list) };
  const filters = filtersOf(list);
  const formulas = formulasOfList(list, sort);
  return {
    version: schema.version,
    targets: targetsOf(list),
    sort,
    scope,
    filters,
    formulas,
    sought: soughtTexts(list),
    mode: modeOf(list, sort, filters),
    first: undefined,
    isRemembered: false,
  };
}

/**
 * Chooses how a statement is planned. A shared table has few rows of one table, so a generic plan is fast. On a
 * physical table of its own a plan for the values pays off, unless the list leaves no choice. An index of a value has
 * its rows in the order of creation; with any other order the value decides which index is better.
 */
function modeOf({ schema, query }: AskedList, sort: Sort, filters: readonly unknown[]): PlanMode {
  if (!schema.storage.isPromoted) return "generic";
  const nodes = filters.flatMap(conjuncts);
  const isValue = nodes.length === 1 && (nodes[0] as { op?: unknown }).op === "eq";
  const isChosen = nodes.length === 0 || (isValue && sort.keys[0]?.name === "created_at");
  return isChosen && query.q === undefined && query.updated_since === undefined ? "generic" : "custom";
}
