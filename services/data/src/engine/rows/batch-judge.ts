import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { ColumnSchema, TableSchema } from "../schema/schema.ts";
import { type BatchItem, requireAll } from "./batch-item.ts";
import { findNamed, requireIds } from "./batch-named.ts";
import { Overtaken, requireCurrent } from "./batch-overtaken.ts";
import {
  findRows,
  lockLinks,
  lockRows,
  type Outside,
  readCellsOf,
  refuseHeld,
  refuseTwice,
} from "./batch-plan.ts";

/** Judges every row before any is stored; in an atomic batch a fault refuses all. */
export async function judgeBatch(
  tx: TeamTx,
  schema: TableSchema,
  items: readonly BatchItem[],
  { key, isAtomic, ...outside }: { key: ColumnSchema | undefined; isAtomic: boolean } & Outside,
): Promise<void> {
  requireIds(items, key !== undefined);
  if (key === undefined) await findNamed(tx, schema, items);
  else await findRows(tx, items, key);
  readCellsOf(items, schema, tx.context.country);
  if (isAtomic) requireAll(items);
  await lockLinks(tx, items, schema, outside);
  await lockRows(tx, items, schema, key);
  await refuseHeld(tx, items, schema);
  if (items.some(({ error }) => isRace(error, key))) throw new Overtaken();
  refuseTwice(items, schema);
  if (isAtomic) requireAll(items);
  else if (items.some(({ error }) => error !== undefined)) await requireCurrent(tx, schema);
}

/** True when another writer stored the key since it was looked for: looked for again, the row is there. */
export function isRace(error: unknown, key: ColumnSchema | undefined): boolean {
  if (key === undefined || !(error instanceof AppError)) return false;
  return error.code === "unique_violation" && error.extension["column"] === key.name;
}
