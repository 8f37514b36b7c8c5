import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { TableSchema } from "../tables/schema.ts";
import { StaleSchema } from "../tables/with-table.ts";
import { emptyReferrers, findReferrers, holdLinks, holdRows, type IncomingColumn } from "./queries.ts";

/** Rows that one deletion changes at most: it has to end within the request. */
const REFERRERS_MAX = 10_000;

/** The rows that name rows about to be deleted, in columns that a deletion clears; held until the transaction ends. */
export interface HeldReferrers {
  rowIds: readonly string[];
  columns: { column: IncomingColumn; ids: string[] }[];
}

/**
 * Finds and holds them, the leaving rows among them, in the order in which links are made. Nobody links to a row of this
 * table until the transaction ends, so none is missed.
 */
export async function holdReferrers(
  tx: TeamTx,
  schema: Pick<TableSchema, "id" | "version" | "clearedBy">,
  rowIds: readonly string[],
): Promise<HeldReferrers> {
  const from = schema.clearedBy.map((column) => column.table_id);
  if (!(await holdLinks(tx, schema, from))) throw new StaleSchema();
  const columns: HeldReferrers["columns"] = [];
  let left = REFERRERS_MAX;
  for (const column of schema.clearedBy) {
    const ids = await findReferrers(tx, column, rowIds, left + 1);
    left -= ids.length;
    if (left < 0)
      throw new AppError(
        "limit_reached",
        `More than ${REFERRERS_MAX} rows name what is deleted in columns that this clears; empty some of them first.`,
      );
    columns.push({ column, ids });
  }
  const byTable = new Map<string, string[]>([[schema.id, [...rowIds]]]);
  for (const { column, ids } of columns)
    byTable.set(column.table_id, [...(byTable.get(column.table_id) ?? []), ...ids]);
  for (const tableId of [...byTable.keys()].sort())
    await holdRows(tx, { tableId, ids: byTable.get(tableId) ?? [] });
  return { rowIds, columns };
}

/** Takes the ids of the deleted rows out of the cells, as part of the deletion: undoing it brings the links back. */
export async function clearReferrers(tx: TeamTx, { rowIds, columns }: HeldReferrers): Promise<void> {
  for (const { column, ids } of columns) {
    if (ids.length > 0) await emptyReferrers(tx, column, rowIds, ids);
  }
}
