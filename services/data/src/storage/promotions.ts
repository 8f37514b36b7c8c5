import type { LeasedSession } from "@jst/db";
import type { Logger } from "@jst/telemetry";
import { metrics } from "@opentelemetry/api";
import { copyTable, findGrown, promoteTable, type TableKey } from "./queries.ts";
import { storageOf } from "./storage.ts";

const promoted = metrics.getMeter("data").createCounter("data.storage.promotions", {
  description: "Tables whose rows have moved to a physical table of their own.",
});

/** A promotion waits no longer than this for writes under way, which would queue behind it, and tries again later. */
const LOCK_TIMEOUT = "2s";

/** Rounds of copying before the last one, and rows that the last one may be left with. */
const ROUNDS_MAX = 5;
const FEW_ROWS = 500;

/** Moves every table that has grown to this many rows; a table that cannot be moved now is left to the next pass. */
export async function promoteGrown(session: LeasedSession, rowsMin: number, logger: Logger): Promise<void> {
  await session.query({
    text: "select set_config('lock_timeout', $1, false)",
    values: [LOCK_TIMEOUT],
  });
  const grown = await session.query<{ team_id: string; table_id: string }>(findGrown(rowsMin));
  for (const { team_id: teamId, table_id: tableId } of grown) {
    if (!session.isHeld) return;
    try {
      await promote(session, { teamId, tableId }, logger);
    } catch (error) {
      logger.warn({ error, team: teamId, table: tableId }, "a table could not be promoted now");
    }
  }
}

async function promote(session: LeasedSession, table: TableKey, logger: Logger): Promise<void> {
  const copyingMs = performance.now();
  await copy(session, table);
  const startedMs = performance.now();
  const [answer] = await session.query<{ moved: number | null; relation: string }>(promoteTable(table));
  if (answer === undefined || answer.moved === null) return;
  const { moved, relation } = answer;
  const ms = Math.round(performance.now() - startedMs);
  promoted.add(1);
  const copyMs = Math.round(startedMs - copyingMs);
  const where = { team: table.teamId, table: table.tableId, relation };
  // Writes of the table waited for `ms` at most.
  logger.info({ ...where, rows: moved, copy_ms: copyMs, ms }, "promoted a table");
  // Until PostgreSQL has looked at it, it takes the table for a small one.
  await session.query({ text: `analyze ${storageOf(relation).relation}`, values: [] });
}

/** Copies the rows in rounds until little is written during one of them, so that the last, under the lock, is short. */
async function copy(session: LeasedSession, table: TableKey): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const [answer] = await session.query<{ differing: number | null }>(copyTable(table, round === 0));
    if ((answer?.differing ?? 0) < FEW_ROWS) return;
  }
}
