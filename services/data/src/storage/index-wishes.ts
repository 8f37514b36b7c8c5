import { randomUUID } from "node:crypto";
import type { Database } from "@jst/db";
import { conjuncts, type Sort } from "@jst/query";
import { columnTypes } from "../columns/types.ts";
import type { TableSchema } from "../tables/schema.ts";
import type { IndexKind } from "./indexes.ts";
import { noteWish } from "./queries.ts";

/** Uses of a field by lists after which they are written down; a field that is used less is worth no index. */
const USES_NOTED = 10;
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

/** Counts which fields lists of tables with a physical table of their own use, so that the keeper makes indexes of them. */
export class IndexWishes {
  readonly #database: Database;
  readonly #counts = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Counts one list. What it writes down it does not wait for, and a failure costs a wish. */
  note(teamId: string, schema: TableSchema, sort: Sort, filters: readonly unknown[]): void {
    if (!schema.storage.isPromoted) return;
    for (const [field, kind] of wishesOf(schema, sort, filters)) {
      const key = `${schema.id} ${field} ${kind}`;
      const uses = (this.#counts.get(key) ?? 0) + 1;
      if (this.#counts.size > COUNTED_MAX) this.#counts.clear();
      this.#counts.set(key, uses % USES_NOTED);
      if (uses === USES_NOTED) this.#write(teamId, schema.id, field, kind);
    }
  }

  #write(teamId: string, tableId: string, field: string, kind: IndexKind): void {
    const ids = { tokenId: "", actorType: "system", actorId: "", requestId: randomUUID() };
    const statement = noteWish({ teamId, tableId }, field, kind, USES_NOTED);
    this.#database
      .write({ teamId, ...ids, timeoutMs: TIMEOUT_MS }, (tx) => tx.last(statement))
      .catch(() => undefined);
  }
}

/** What an index could do for a list: its first sort key, and the conditions that all rows of it fulfil. */
function wishesOf(schema: TableSchema, sort: Sort, filters: readonly unknown[]): [string, IndexKind][] {
  const wishes: [string, IndexKind][] = [];
  const [key] = sort.keys;
  if (key !== undefined && sort.keys.length <= 2 && canServe(schema, key.name))
    wishes.push([key.name, "sort"]);
  for (const node of filters.flatMap(conjuncts)) {
    const { field, op } = node as { field?: unknown; op?: unknown };
    if (typeof field !== "string" || typeof op !== "string" || !canServe(schema, field)) continue;
    if (matching.has(op)) wishes.push([field, "match"]);
    else if (containing.has(op) && schema.fields.get(field)?.kind === "text")
      wishes.push([field, "contains"]);
  }
  return wishes;
}

/** True for fields that are in the row, one value each. */
function canServe(schema: TableSchema, name: string): boolean {
  if (name === "updated_at") return true;
  const column = schema.columns.get(name);
  if (column === undefined || column.type === "formula") return false;
  const { kind } = schema.fields.get(name) ?? {};
  const isInCells = typeof columnTypes[column.type].filledBy !== "object";
  return isInCells && kind !== undefined && kind !== "multi" && kind !== "json";
}
