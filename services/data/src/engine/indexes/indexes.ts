import { type LeasedSession, withOperatorClasses } from "@jst/db";
import type { Logger } from "@jst/telemetry";
import { IndexChoice } from "./index-choice.ts";
import {
  findIndexes,
  findWishes,
  findWishingTable,
  findWishingTables,
  type MadeIndex,
  type Wish,
  type WishingTable,
} from "./wish-queries.ts";
import type { TableKey } from "../storage/promotion-queries.ts";
import { Setbacks } from "../storage/setbacks.ts";
import { physicalTable } from "../storage/storage.ts";

/**
 * Longest wait of building for one transaction that is under way, and for one more to drop what could not be built. No
 * request lasts as long; what does is a dump or a report, after which the table is tried again.
 */
const WAIT_MS = 60_000;
/**
 * Longest time of one build: that of all texts of 1,000,000 rows takes five minutes. Those of all other tables wait for
 * it, and what the database has deleted meanwhile is not cleared away.
 */
const BUILD_MS = 3_600_000;

/**
 * Gives each physical table indexes for what its lists do most, and drops those that are not among it. All are built
 * concurrently, so no request waits; one whose building was broken off is dropped, and built again after a rest.
 */
export class IndexMaker {
  /** The state of each table's wishes and columns, as far as it has been served. */
  readonly #served = new Map<string, string>();
  readonly #logger: Logger;
  readonly #waitMs: number;
  readonly #setbacks = new Setbacks();
  readonly #choice: IndexChoice;

  /** Tests wait for a shorter time, and have a clock of their own for what is to last. */
  constructor(logger: Logger, waitMs: number = WAIT_MS, now: () => number = () => performance.now()) {
    this.#logger = logger;
    this.#waitMs = waitMs;
    this.#choice = new IndexChoice(now);
  }

  /** Serves the tables whose wishes or columns have moved since the last time, or are due; true when it served one. */
  async serve(session: LeasedSession): Promise<boolean> {
    const tables = await session.query<{ team_id: string; table_id: string; state: string }>(
      findWishingTables,
    );
    let hasServed = false;
    for (const { team_id: teamId, table_id: tableId, state } of tables) {
      if (!session.isHeld) break;
      const isServed = this.#served.get(tableId) === state && !this.#choice.isDue(tableId);
      if (isServed || this.#setbacks.isResting(tableId)) continue;
      try {
        // The index that a new one replaces goes at the next look at the table.
        const isSettled = await this.#serveTable(session, { teamId, tableId });
        if (isSettled) this.#served.set(tableId, state);
        this.#setbacks.clear(tableId);
        hasServed = true;
      } catch (error) {
        this.#setbacks.add(tableId);
        this.#logger.warn({ error, team: teamId, table: tableId }, "an index could not be made now");
      }
    }
    return hasServed;
  }

  /** True when no index was lacking. */
  async #serveTable(session: LeasedSession, table: TableKey): Promise<boolean> {
    await session.query({
      text: "select set_config('app.team_id', $1, false), set_config('lock_timeout', $2, false)",
      values: [table.teamId, String(this.#waitMs)],
    });
    const [known] = await session.query<WishingTable>(findWishingTable(table));
    if (known === undefined) return true;
    const physical = physicalTable(known.physical);
    const present = await session.query<MadeIndex>(findIndexes(physical));
    const whole = new Set(present.filter((index) => index.isValid).map(({ name }) => name));
    const wishes = await session.query<Wish>(findWishes(table));
    const wanted = this.#choice.choose(table.tableId, known, wishes, whole);
    // One whose keeper was killed before PostgreSQL had looked at it.
    let isUnknown = false;
    for (const { name, isValid, isKnown } of present) {
      if (isValid && wanted.delete(name)) {
        isUnknown ||= !isKnown;
        continue;
      }
      await drop(session, name);
      this.#logger.info({ team: table.teamId, table: table.tableId, index: name }, "dropped an index");
    }
    for (const [name, definition] of wanted) {
      const startedMs = performance.now();
      await build(session, name, `on ${physical} ${withOperatorClasses(definition, known.isLeakproof)}`);
      const ms = Math.round(performance.now() - startedMs);
      this.#logger.info({ team: table.teamId, table: table.tableId, index: name, ms }, "made an index");
    }
    // The planner knows the values of an expression only after analyze.
    if (wanted.size > 0 || isUnknown) await session.query({ text: `analyze ${physical}`, values: [] });
    return wanted.size === 0;
  }
}

/** Builds an index. What a failure leaves is dropped at once: it would cost every write and answer nothing. */
async function build(session: LeasedSession, name: string, definition: string): Promise<void> {
  try {
    await unhurried(session, `create index concurrently if not exists ${name} ${definition}`);
  } catch (error) {
    // An index that cannot be dropped is found invalid by the next try.
    await drop(session, name).catch(() => undefined);
    throw error;
  }
}

/** Runs the statement as long as a build may last; all others of the session keep their limit. */
async function unhurried(session: LeasedSession, text: string): Promise<void> {
  const limit = "select set_config('statement_timeout', $1, false)";
  await session.query({ text: limit, values: [String(BUILD_MS)] });
  try {
    // PostgreSQL is to be the one that ends it.
    await session.query({ text, values: [] }, BUILD_MS + 1_000);
  } finally {
    // A session that cannot do this has ended.
    await session.query({ text: "reset statement_timeout", values: [] }).catch(() => undefined);
  }
}

async function drop(session: LeasedSession, name: string): Promise<void> {
  await session.query({ text: `drop index concurrently if exists data.${name}`, values: [] });
}
