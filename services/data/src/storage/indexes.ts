import { createHash } from "node:crypto";
import type { LeasedSession } from "@jst/db";
import type { Logger } from "@jst/telemetry";
import { type ColumnType, columnTypes } from "../columns/types.ts";
import { findIndexes, findWishes, findWishingTables, type TableKey, type WishedIndex } from "./queries.ts";
import { indexed, SEARCHED, storageOf } from "./storage.ts";

/** What lists do with a field: order by it, ask for its values, look for a part of its text; or in all texts. */
export type IndexKind = "sort" | "match" | "contains" | "search";

/** Indexes of one physical table besides those every table of rows has: each costs every write. */
export const INDEXES_MAX = 8;

/**
 * Gives each physical table indexes for what its lists did last, and drops those that are not among it. All are built
 * concurrently, so nobody waits; one whose building was broken off is dropped and built again.
 */
export class IndexMaker {
  /** When each table last wished for something, as far as it has been served. */
  readonly #served = new Map<string, string>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Serves the tables whose wishes have moved since the last time. */
  async serve(session: LeasedSession): Promise<void> {
    const tables = await session.query<{ team_id: string; table_id: string; wished_at: string }>(
      findWishingTables,
    );
    for (const { team_id: teamId, table_id: tableId, wished_at: wishedAt } of tables) {
      if (!session.isHeld) return;
      if (this.#served.get(tableId) === wishedAt) continue;
      try {
        await this.#serveTable(session, { teamId, tableId });
        this.#served.set(tableId, wishedAt);
      } catch (error) {
        this.#logger.warn({ error, team: teamId, table: tableId }, "an index could not be made now");
      }
    }
  }

  async #serveTable(session: LeasedSession, table: TableKey): Promise<void> {
    // Building waits for every transaction that is under way, however long it takes.
    await session.query({
      text: "select set_config('app.team_id', $1, false), set_config('lock_timeout', '0', false)",
      values: [table.teamId],
    });
    const wishes = await session.query<WishedIndex>(findWishes(table, INDEXES_MAX));
    const [first] = wishes;
    if (first === undefined) return;
    const { relation } = storageOf(first.relation);
    const wanted = new Map(wishes.map((wish) => [nameOf(wish), definitionOf(wish)]));
    const present = await session.query<{ name: string; is_valid: boolean }>(findIndexes(relation));
    for (const { name, is_valid: isValid } of present) {
      if (isValid && wanted.delete(name)) continue;
      await session.query({ text: `drop index concurrently if exists data.${name}`, values: [] });
      this.#logger.info({ team: table.teamId, table: table.tableId, index: name }, "dropped an index");
    }
    for (const [name, definition] of wanted) {
      const startedMs = performance.now();
      const text = `create index concurrently if not exists ${name} on ${relation} ${definition}`;
      await session.query({ text, values: [] });
      const ms = Math.round(performance.now() - startedMs);
      this.#logger.info({ team: table.teamId, table: table.tableId, index: name, ms }, "made an index");
    }
    // What an expression holds is known to the planner after a look only.
    if (wanted.size > 0) await session.query({ text: `analyze ${relation}`, values: [] });
  }
}

/** A name that says what the index is; the hash also covers how it is made, so that a changed form is made anew. */
function nameOf(wish: WishedIndex): string {
  const of = JSON.stringify([wish.table_id, wish.column_id ?? wish.field, definitionOf(wish)]);
  return `wish_${wish.kind}_${createHash("sha256").update(of).digest("hex").slice(0, 32)}`;
}

/**
 * How an index is made. Lists show live rows unless they are told otherwise, in the order of creation unless they sort;
 * the id ends each order. Names of columns are checked when they are made: nothing in them needs escaping.
 */
function definitionOf({ relation, field: name, kind, type, options }: WishedIndex): string {
  const { sql, sort, index } =
    type === null
      ? { sql: "r.updated_at", sort: undefined, index: undefined }
      : indexed({ name, ...columnTypes[type as ColumnType].field(name, options ?? {}) }, storageOf(relation));
  const own = (text: string) => text.replaceAll(/\br\./g, "");
  const live = "where deleted_at is null";
  if (kind === "search") return `using gin ((${own(SEARCHED)}) platform.contains_ops) ${live}`;
  if (kind === "contains") return `using gin ((${own(sql)}) platform.contains_ops) ${live}`;
  if (kind === "sort") return `((${own(typeof sort === "string" ? sort : sql)}), id) ${live}`;
  return `((${own(index?.prefix ?? sql)}), created_at, id) ${live}`;
}
