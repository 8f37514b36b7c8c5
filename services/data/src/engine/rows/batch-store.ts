import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { TableSchema } from "../schema/schema.ts";
import { type BatchItem, inBatch, requireAll } from "./batch-item.ts";
import { Overtaken } from "./batch-overtaken.ts";
import { claimsOf, refuseHeld } from "./batch-plan.ts";
import { claimValues, insertRows, mergeRows, numbered } from "./batch-queries.ts";
import { requireRowBytes } from "../types/row-bytes.ts";
import type { WrittenRow } from "./queries.ts";
import { asUniqueViolation } from "./row-refusals.ts";

/**
 * Stores every item without an error, or throws; items that grew too large have their error then. Numbers are taken
 * before values are claimed, as by any writer, and what new rows claim together with what merged ones do: nobody waits
 * crosswise.
 */
export async function storeAll(tx: TeamTx, schema: TableSchema, items: readonly BatchItem[]): Promise<void> {
  const sound = items.filter(({ error }) => error === undefined);
  const made = sound.filter(({ cells }) => cells !== undefined);
  const merged = sound.filter(({ changes }) => changes !== undefined);
  const cells = await numbered(tx, schema, made);
  const claims = sound.flatMap((item) => claimsOf(item, schema));
  const isMixed = made.length > 0 && merged.length > 0;
  // One statement claims in one order by itself (migration 0020).
  const ids = isMixed && claims.length > 0 ? await claimValues(tx, claims, made) : [];
  const rows = await insertRows(tx, schema, cells, ids);
  for (const [place, item] of made.entries()) keep(item, rows[place]);
  const byId = await mergeRows(tx, schema, merged);
  for (const item of merged) keep(item, byId.get(item.rowId ?? ""));
  requireAll(sound);
}

/**
 * Stores every item that it can; the others get an error. Items that were judged to fit are stored at once. If that
 * fails because another writer was faster or a row grew too large, the failing items are left out and the rest is
 * stored at once. Throws Overtaken if the batch must be judged again: for a refusal that `isRace`, and for one that no
 * longer matches an item.
 */
export async function storeEach(
  tx: TeamTx,
  schema: TableSchema,
  items: readonly BatchItem[],
  isRace: (refusal: AppError) => boolean,
): Promise<void> {
  const refusals = () => items.flatMap(({ error }) => (error === undefined ? [] : [error]));
  for (;;) {
    const before = refusals().length;
    const refusal = await attempt(tx, () => storeAll(tx, schema, items));
    if (refusal === undefined) return;
    await refuseHeld(tx, items, schema);
    const after = refusals();
    if ([refusal, ...after].some(isRace) || after.length === before) throw new Overtaken();
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
    if (!(error instanceof AppError)) throw error;
    item.error = inBatch(error, item);
  }
  item.body = row.body;
  item.storedId = row.id;
}
