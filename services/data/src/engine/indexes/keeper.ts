import { startLeased, type LeasedSession, type LeasedWork, type RunningWork } from "@jst/db";
import type { Logger } from "@jst/telemetry";
import { setTimeout as delay } from "node:timers/promises";
import { IndexMaker } from "./indexes.ts";
import { Promoter } from "../storage/promotions.ts";

/** Options of the keeper of row storage. */
export interface KeeperOptions {
  /** Connection of role data_worker. */
  connectionString: string;
  /** Rows from which a table gets a physical table of its own. */
  promotedFrom: number;
  logger: Logger;
}

/** Longest time of one step, such as moving a table's rows; building an index may take longer. */
const STEP_MS = 300_000;
/** Wait after a failure, and between two looks at whether the lease has become free. */
const RETRY_MS = 2_000;
/** Shortest wait between two passes; it grows with the time a pass takes, so that looking costs one percent at most. */
const PASS_MS = 1_000;
const PASS_SHARE = 100;
const PASS_MAX_MS = 60_000;

/**
 * Maintains the storage of rows: moves grown tables to physical tables of their own, and builds the indexes that their
 * lists wish for (ADR 0013). One process of the service does each at a time, on its own session: a build waits for
 * every open transaction, a move waits for none. It has no memory, so the next process continues after a crash.
 * Stopping waits for a move, not for an index.
 */
export function startKeeper({ connectionString, promotedFrom, logger }: KeeperOptions): RunningWork {
  const start = (lease: string, work: LeasedWork["work"]): RunningWork =>
    startLeased({
      connectionString,
      applicationName: "data_worker",
      lease,
      timeoutMs: STEP_MS,
      retryMs: RETRY_MS,
      work,
      onFailure: (error) =>
        logger.error({ error, lease }, "the keeper of the storage could not go on and will try again"),
    });
  const keepers = [
    start("data.storage", (session, stopped) => {
      const promoter = new Promoter(promotedFrom, logger);
      return again(session, stopped, () => promoter.serve(session));
    }),
    start("data.indexes", (session, stopped) => {
      const indexes = new IndexMaker(logger);
      return endedBy(stopped, session, () => again(session, stopped, () => indexes.serve(session)));
    }),
  ];
  return {
    stop: async () => {
      await Promise.all(keepers.map((keeper) => keeper.stop()));
    },
  };
}

/** Does the work on a session that ends with the signal. Errors after the signal are expected and ignored. */
async function endedBy(
  signal: AbortSignal,
  session: LeasedSession,
  work: () => Promise<void>,
): Promise<void> {
  const end = () => void session.close();
  signal.addEventListener("abort", end);
  try {
    await work();
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/**
 * Passes one after the other, until the lease is lost or the work is stopped; at once after one that answers true, as
 * it had work and there may be more.
 */
async function again(
  session: LeasedSession,
  signal: AbortSignal,
  pass: () => Promise<boolean>,
): Promise<void> {
  while (session.isHeld && !signal.aborted) {
    const startedMs = performance.now();
    if (await pass()) continue;
    await pause(
      Math.max(PASS_MS, Math.min((performance.now() - startedMs) * PASS_SHARE, PASS_MAX_MS)),
      signal,
    );
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
