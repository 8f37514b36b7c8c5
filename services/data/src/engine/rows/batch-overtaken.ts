import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { movedTables } from "../links/queries.ts";
import type { TableSchema } from "../schema/schema.ts";
import { StaleSchema } from "../schema/with-table.ts";

/** Only writers that upsert nothing overtake a batch that is alone, each by one of its keys. */
const ATTEMPTS_MAX = 10;

/**
 * Thrown by a batch when another writer changed what it had found, and nothing of it is stored: it is to be judged
 * again.
 */
export class Overtaken extends Error {
  constructor() {
    super("another writer was faster than a batch");
  }
}

/** Runs the work, again when it was overtaken: then `isAlone`, as lockUpserts takes it. */
export async function untilStored<T>(work: (isAlone: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt > 1);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      if (attempt < ATTEMPTS_MAX) continue;
      const detail = "Other requests keep changing the rows of this batch. Try again.";
      throw new AppError("unavailable", detail, { cause: error });
    }
  }
}

/**
 * Locks the table for upserts until the transaction ends: shared with other upserts, or alone, after those that run. A
 * later upsert waits behind it. Taken before any other lock of the batch.
 */
export async function lockUpserts(tx: TeamTx, schema: TableSchema, isAlone: boolean): Promise<void> {
  const [name, lock] = isAlone
    ? ["hold_upserts", "pg_advisory_xact_lock"]
    : ["share_upserts", "pg_advisory_xact_lock_shared"];
  await tx.query({
    name,
    text: `select ${lock}(hashtextextended('data.upserts ' || $1, 0))`,
    values: [schema.id],
  });
}

/** Rows that columns of yesterday refuse or find may be others today: throws StaleSchema when they have moved. */
export async function requireCurrent(tx: TeamTx, schema: TableSchema): Promise<void> {
  const moved = await movedTables(tx, [schema]);
  if (moved.length > 0) throw new StaleSchema(moved);
}
