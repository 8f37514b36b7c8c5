import { answered } from "@jst/client";
import { api } from "../api.ts";
import type { WriteKey } from "../parts/writing.ts";
import { storedId } from "./new-rows.ts";
import type { Edit } from "./refused.ts";
import { changedRows, isSeenCell } from "./stale-rows.ts";
import type { Row } from "./tables.ts";
import { goOver } from "./write-versions.ts";

/** The cells of one row that are written at once. */
interface WrittenCells {
  row: Row;
  cells: readonly Edit[];
}

/** Reads a row as it is now. */
export function readRow(tableId: string, rowId: string): Promise<Row> {
  const params = { path: { table_id: tableId, row_id: rowId } };
  return answered(api.GET("/api/v1/data/tables/{table_id}/rows/{row_id}", { params }));
}

/**
 * Lets a refused write go over the new versions of its rows if its cells still have there what the person saw
 * (console.grid); returns whether it may.
 */
export async function isOverOthers(
  tableId: string,
  rows: readonly WrittenCells[],
  error: unknown,
  key: WriteKey,
): Promise<boolean> {
  const changed = changedRows(rows, error);
  const read = await Promise.all(changed.map(({ row }) => readRow(tableId, storedId(row.id))));
  const isSeen = changed.every(({ cells }, at) =>
    cells.every(({ row, column }) => isSeenCell(row, column, read[at]?.data[column])),
  );
  if (!isSeen || read.length === 0) return false;
  for (const { id, version } of read) goOver(key, id, version);
  return true;
}
