import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { TableSchema } from "../tables/schema.ts";
import { type BatchItem, inBatch } from "./batch-item.ts";
import { insertRows, mergeRows } from "./batch-queries.ts";
import { requireRowBytes } from "./cells.ts";
import type { WrittenRow } from "./queries.ts";
import { asUniqueViolation } from "./row-refusals.ts";

/** Stores every item without an error, or throws. */
export async function storeAll(tx: TeamTx, schema: TableSchema, items: readonly BatchItem[]): Promise<void> {
  const sound = items.filter(({ error }) => error === undefined);
  const made = sound.filter(({ cells }) => cells !== undefined);
  const rows = await insertRows(tx, schema, made);
  for (const [place, item] of made.entries()) keep(item, rows[place]);
  const merged = sound.filter(({ changes }) => changes !== undefined);
  const byId = await mergeRows(tx, schema, merged);
  for (const item of merged) keep(item, byId.get(item.rowId ?? ""));
}

/**
 * Stores every item it can; the others get an error. What was judged to fit is stored at once, and only when that fails
 * after all - another writer was faster, a row grew too large - one by one. A refusal that `isRace` is thrown: the
 * batch is to be judged again.
 */
export async function storeEach(
  tx: TeamTx,
  schema: TableSchema,
  items: readonly BatchItem[],
  isRace: (refusal: AppError) => boolean,
): Promise<void> {
  const refusal = await attempt(tx, () => storeAll(tx, schema, items));
  if (refusal === undefined) return;
  if (isRace(refusal)) throw refusal;
  for (const item of items) {
    if (item.error !== undefined) continue;
    const own = await attempt(tx, () => storeAll(tx, schema, [item]));
    if (own !== undefined) item.error = inBatch(own, item);
  }
}

/** Does the work, or leaves no trace of it and answers why. */
async function attempt(tx: TeamTx, work: () => Promise<void>): Promise<AppError | undefined> {
  await tx.query({ name: "begin_attempt", text: "savepoint attempt", values: [] });
  try {
    await work();
    await tx.query({ name: "end_attempt", text: "release savepoint attempt", values: [] });
    return undefined;
  } catch (error) {
    const refusal = asUniqueViolation(error);
    if (!(refusal instanceof AppError)) throw error;
    await tx.query({ name: "undo_attempt", text: "rollback to savepoint attempt", values: [] });
    return refusal;
  }
}

function keep(item: BatchItem, row: WrittenRow | undefined): void {
  if (row === undefined) throw new Error("a row just stored is answered");
  try {
    requireRowBytes(row.bytes);
  } catch (error) {
    throw error instanceof AppError ? inBatch(error, item) : error;
  }
  item.body = row.body;
}
