import type { LeasedSession } from "@jst/db";
import type { Logger } from "@jst/telemetry";
import { metrics } from "@opentelemetry/api";
import { copyTable, findGrown, GROWN_MAX, promoteTable, type TableKey } from "./promotion-queries.ts";
import { Setbacks } from "./setbacks.ts";

const promoted = metrics.getMeter("data").createCounter("data.storage.promotions", {
  description: "Tables whose rows have moved to a physical table of their own.",
});

/** A promotion waits no longer than this for writes under way, which would queue behind it, and tries again later. */
const LOCK_TIMEOUT = "2s";

/** Rounds of copying before the last one, and rows that the last one may be left with. */
const ROUNDS_MAX = 5;
const FEW_ROWS = 500;

/** Moves tables that have grown to this many rows. One that cannot be moved now is passed over while it rests. */
export class Promoter {
  readonly #rowsMin: number;
  readonly #logger: Logger;
  readonly #setbacks = new Setbacks();

  constructor(rowsMin: number, logger: Logger) {
    this.#rowsMin = rowsMin;
    this.#logger = logger;
  }

  /** Moves what one look finds; true when the next one may find more at once. */
  async serve(session: LeasedSession): Promise<boolean> {
    await session.query({
      text: "select set_config('lock_timeout', $1, false)",
      values: [LOCK_TIMEOUT],
    });
    const look = findGrown(this.#rowsMin, this.#setbacks.resting());
    const grown = await session.query<{ team_id: string; table_id: string }>(look);
    let hasMoved = false;
    for (const { team_id: teamId, table_id: tableId } of grown) {
      if (!session.isHeld) break;
      if (await this.#promote(session, { teamId, tableId })) hasMoved = true;
    }
    return hasMoved || grown.length === GROWN_MAX;
  }

  async #promote(session: LeasedSession, table: TableKey): Promise<boolean> {
    const { teamId: team, tableId } = table;
    try {
      if (await promote(session, table, this.#logger)) {
        this.#setbacks.clear(tableId);
        return true;
      }
    } catch (error) {
      this.#logger.warn({ error, team, table: tableId }, "a table could not be promoted now");
    }
    this.#setbacks.add(tableId);
    return false;
  }
}

/** False when there is nothing to be moved. */
async function promote(session: LeasedSession, table: TableKey, logger: Logger): Promise<boolean> {
  const copyingMs = performance.now();
  await copy(session, table);
  const startedMs = performance.now();
  const [answer] = await session.query<{ moved: number | null; physical: string }>(promoteTable(table));
  if (answer === undefined || answer.moved === null) return false;
  const { moved, physical } = answer;
  const ms = Math.round(performance.now() - startedMs);
  promoted.add(1);
  const copyMs = Math.round(startedMs - copyingMs);
  const where = { team: table.teamId, table: table.tableId, relation: physical };
  // Writes of the table waited for `ms` at most.
  logger.info({ ...where, rows: moved, copy_ms: copyMs, ms }, "promoted a table");
  return true;
}

/** Copies the rows in rounds until little is written during one of them, so that the last, under the lock, is short. */
async function copy(session: LeasedSession, table: TableKey): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const [answer] = await session.query<{ differing: number | null }>(copyTable(table, round === 0));
    if ((answer?.differing ?? 0) < FEW_ROWS) return;
  }
}
