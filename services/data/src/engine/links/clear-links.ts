import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { storageIn, storagesOf } from "../storage/places.ts";
import type { TableSchema } from "../schema/schema.ts";
import { StaleSchema } from "../schema/with-table.ts";
import { emptyReferrers, findReferrers, type HeldIncoming, lockLinks, holdRows } from "./queries.ts";

/** Rows that one deletion changes at most: it has to end within the request. */
const REFERRERS_MAX = 10_000;

/** The rows that name rows about to be deleted, in columns that a deletion clears; held until the transaction ends. */
export interface LockedReferrers {
  rowIds: readonly string[];
  columns: (HeldIncoming & { ids: string[] })[];
}

/**
 * Finds and holds them, the leaving rows among them, in the order in which links are made. Nobody links to a row of
 * this table until the transaction ends, so none is missed.
 */
export async function lockReferrers(
  tx: TeamTx,
  schema: Pick<TableSchema, "id" | "version" | "clearedBy">,
  rowIds: readonly string[],
): Promise<LockedReferrers> {
  const from = schema.clearedBy.map((column) => column.table_id);
  if (!(await lockLinks(tx, schema, from))) throw new StaleSchema();
  const storages = await storagesOf(tx, [...from, schema.id]);
  const columns: LockedReferrers["columns"] = [];
  let left = REFERRERS_MAX;
  for (const column of schema.clearedBy) {
    const storage = storageIn(storages, column.table_id);
    const ids = await findReferrers(tx, { column, storage }, rowIds, left + 1);
    left -= ids.length;
    if (left < 0)
      throw new AppError(
        "limit_reached",
        `More than ${REFERRERS_MAX} rows link to the rows that you delete. Delete fewer rows at once, or change some of these links first.`,
      );
    columns.push({ column, storage, ids });
  }
  const byTable = new Map<string, string[]>([[schema.id, [...rowIds]]]);
  for (const { column, ids } of columns)
    byTable.set(column.table_id, [...(byTable.get(column.table_id) ?? []), ...ids]);
  for (const [tableId, storage] of storages)
    await holdRows(tx, { tableId, storage, ids: byTable.get(tableId) ?? [] });
  return { rowIds, columns };
}

/** Takes the ids of the deleted rows out of the cells, as part of the deletion: undoing it brings the links back. */
export async function clearReferrers(tx: TeamTx, { rowIds, columns }: LockedReferrers): Promise<void> {
  for (const { column, storage, ids } of columns) {
    if (ids.length > 0) await emptyReferrers(tx, { column, storage }, rowIds, ids);
  }
}
