import { randomUUID } from "node:crypto";
import type { Database } from "@jst/db";
import { conjuncts, type Sort } from "@jst/query";
import type { TableSchema } from "../tables/schema.ts";
import { indexForm, type IndexKind } from "./index-forms.ts";
import { noteWish, type TableKey } from "./queries.ts";

/** Uses of a field by lists after which they are written down; a field that is used less is worth no index. */
const USES_NOTED = 10;
/**
 * Between two writes of one wish, in milliseconds. Each is a commit, and all lists of a table write the same row: a busy
 * list would wait for its own wishes if every tenth use were written (ADR 22).
 */
const REST_MS = 60_000;
/** Fields counted at a time; beyond that counting starts anew. */
const COUNTED_MAX = 10_000;
const TIMEOUT_MS = 5_000;

const containing = new Set(["contains", "starts_with", "ends_with"]);
const matching = new Set([
  "eq",
  "in",
  "gt",
  "gte",
  "lt",
  "lte",
  "between",
  "before",
  "after",
  "on_or_before",
  "on_or_after",
  "within",
]);

/** What is counted of one field. */
interface Count {
  uses: number;
  /** Until then it is not written again; on the clock of performance.now(). */
  restsUntil: number;
}

/** What a list asks for. */
export interface NotedList {
  sort: Sort;
  filters: readonly unknown[];
  q: string | undefined;
}

/** Counts which fields lists of tables with a physical table of their own use, so that the keeper makes indexes of them. */
export class IndexWishes {
  readonly #database: Database;
  readonly #restMs: number;
  readonly #counts = new Map<string, Count>();

  /** Tests let wishes rest for a shorter time. */
  constructor(database: Database, restMs: number = REST_MS) {
    this.#database = database;
    this.#restMs = restMs;
  }

  /** Counts one list. What it writes down it does not wait for, and a failure costs a wish. */
  note(teamId: string, schema: TableSchema, { sort, filters, q }: NotedList): void {
    if (!schema.storage.isPromoted) return;
    const searches: [string, IndexKind][] = q === undefined ? [] : [["", "search"]];
    for (const [field, kind] of [...wishesOf(schema, sort, filters), ...searches]) {
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
    const ids = { tokenId: "", actorType: "system", actorId: "", requestId: randomUUID() };
    const statement = noteWish({ teamId, tableId }, field, kind, uses);
    this.#database
      .write({ teamId, ...ids, timeoutMs: TIMEOUT_MS }, (tx) => tx.last(statement))
      .catch(() => undefined);
  }
}

/** What an index could do for a list: its first sort key, and the conditions that all rows of it fulfil. */
function wishesOf(schema: TableSchema, sort: Sort, filters: readonly unknown[]): [string, IndexKind][] {
  const wishes: [string, IndexKind][] = [];
  const [key] = sort.keys;
  if (key !== undefined && sort.keys.length <= 2) wishes.push([key.name, "sort"]);
  for (const node of filters.flatMap(conjuncts)) {
    const { field, op } = node as { field?: unknown; op?: unknown };
    if (typeof field !== "string" || typeof op !== "string") continue;
    if (matching.has(op)) wishes.push([field, "match"]);
    else if (containing.has(op)) wishes.push([field, "contains"]);
  }
  return wishes.filter(([name, kind]) => indexForm(kind, name, schema.fields) !== undefined);
}
