import { systemContext } from "@jst/db";
import type { Database } from "@jst/db";
import type { Fields, Sort } from "@jst/query";
import type { TableSchema } from "../schema/schema.ts";
import { indexForms, type IndexKind, INDEXES_MAX, isOfLocale } from "./index-forms.ts";
import { wishedOrder } from "./index-names.ts";
import type { TableKey } from "../storage/promotion-queries.ts";
import { noteWish } from "./wish-queries.ts";

/** Uses of a field by lists after which they are written down; a field that is used less is worth no index. */
const USES_NOTED = 10;
/**
 * Interval between two writes of one wish, in milliseconds. Each is a commit, and all lists of a table write the same
 * row. A busy list would wait for its own wishes if every tenth use were written (ADR 22).
 */
export const WISH_REST_MS = 60_000;
/** Number of fields counted at a time; beyond it, counting starts over. */
const COUNTED_MAX = 10_000;
const TIMEOUT_MS = 5_000;

/** Kinds of index by operator. */
const kindOf = new Map<string, IndexKind>([
  ...all("match", ["eq", "empty"]),
  ...all("range", ["neq", "in", "nin", "nempty", "gt", "gte", "lt", "lte", "between"]),
  ...all("range", ["before", "after", "on_or_before", "on_or_after", "within"]),
  ...all("members", ["has_any", "has_all", "exactly"]),
  ...all("contains", ["contains", "starts_with", "ends_with", "ieq"]),
]);
/** Kinds of index by operator within `not`: values that an order does not find are the rest of that order. */
const kindOfDenied = new Map<string, IndexKind>([
  ...[...kindOf]
    .filter(([, kind]) => kind === "match" || kind === "range")
    .map(([op]) => [op, "range"] as const),
  ...all("match", ["neq", "nempty"]),
  ["has_none", "members"],
  ["ncontains", "contains"],
]);

function all(kind: IndexKind, operators: readonly string[]): [string, IndexKind][] {
  return operators.map((op) => [op, kind]);
}

/** Count of one field's uses. */
interface Count {
  uses: number;
  /** Until then it is not written again; on the clock of performance.now(). */
  restsUntil: number;
}

/** Parameters of a list that decide which indexes serve it. */
export interface NotedList {
  sort: Sort;
  filters: readonly unknown[];
  q: string | undefined;
  updatedSince: string | undefined;
  /** It is of deleted rows alone. */
  isOfDeleted: boolean;
}

/**
 * Counts which fields lists of tables with a physical table of their own use, so that the keeper makes indexes of them.
 */
export class IndexWishes {
  readonly #database: Database;
  readonly #restMs: number;
  readonly #counts = new Map<string, Count>();

  /** Tests let wishes rest for a shorter time. */
  constructor(database: Database, restMs: number = WISH_REST_MS) {
    this.#database = database;
    this.#restMs = restMs;
  }

  /** Counts one list. What it writes down it does not wait for, and a failure costs a wish. */
  note(teamId: string, schema: TableSchema, list: NotedList): void {
    if (!schema.storage.isPromoted) return;
    for (const [field, kind] of wishesOf(schema.fields, list)) {
      const count = this.#countOf(`${schema.id} ${field} ${kind}`);
      count.uses += 1;
      if (count.uses < USES_NOTED || performance.now() < count.restsUntil) continue;
      this.#write({ teamId, tableId: schema.id }, field, kind, count.uses);
      count.uses = 0;
      count.restsUntil = performance.now() + this.#restMs;
    }
  }

  #countOf(key: string): Count {
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    if (this.#counts.size >= COUNTED_MAX) this.#counts.clear();
    const fresh = { uses: 0, restsUntil: 0 };
    this.#counts.set(key, fresh);
    return fresh;
  }

  #write({ teamId, tableId }: TableKey, field: string, kind: IndexKind, uses: number): void {
    const statement = noteWish({ teamId, tableId }, field, kind, uses);
    this.#database
      .write(systemContext(teamId, { timeoutMs: TIMEOUT_MS }), (tx) => tx.last(statement))
      .catch(() => undefined);
  }
}

/** A field, or the text of a sort by several, and what an index is to do with it. */
type Wish = readonly [field: string, kind: IndexKind];

/** Lists the wishes of a list: for its order, and for the conditions that all its rows meet. */
function wishesOf(fields: Fields, { sort, filters, q, updatedSince, isOfDeleted }: NotedList): Wish[] {
  const wishes: Wish[] = filters.flatMap((filter) => wishesOfFilter(fields, filter, false));
  const order = wishedOrder(sort);
  // A list that goes on by bytes has an order that no index is made for any more.
  const isByBytes = sort.locale === undefined && indexForms("sort", order, fields).some(isOfLocale);
  if (!isByBytes) wishes.push([order, "sort"]);
  if (q !== undefined) wishes.push(["", "search"]);
  if (isOfDeleted) wishes.push(["", "deleted"]);
  // The order of changes has those since an instant at its end.
  if (updatedSince !== undefined) wishes.push(["updated_at", "sort"]);
  return wishes.filter(([name, kind]) => indexForms(kind, name, fields).length > 0);
}

/**
 * Indexes that find the rows of a filter that has compiled, or the rows that it denies; of alternatives each needs one.
 */
function wishesOfFilter(fields: Fields, node: unknown, isDenied: boolean): Wish[] {
  const { field, op, not, ...groups } = node as {
    field?: unknown;
    op?: unknown;
    not?: unknown;
    and?: unknown;
    or?: unknown;
  };
  if (not !== undefined) return wishesOfFilter(fields, not, !isDenied);
  const inner = groups.and ?? groups.or;
  if (Array.isArray(inner)) {
    const branches = inner.map((branch: unknown) => wishesOfFilter(fields, branch, isDenied));
    const wishes = [...new Map(branches.flat().map((wish) => [wish.join(" "), wish])).values()];
    if ((groups.and !== undefined) !== isDenied) return wishes;
    return wishes.length <= INDEXES_MAX && branches.every((each) => each.length > 0) ? wishes : [];
  }
  const known = (isDenied ? kindOfDenied : kindOf).get(String(op));
  if (typeof field !== "string" || known === undefined) return [];
  // Spellings of one value are compared in either case, which an index of parts of texts serves.
  const isSpelled = fields.get(field)?.spellings !== undefined && (op === "eq" || op === "in");
  const kind = isSpelled ? "contains" : known;
  return indexForms(kind, field, fields).length === 0 ? [] : [[field, kind] as const];
}
