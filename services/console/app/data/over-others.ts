import { answered } from "@jst/client";
import { api } from "../api.ts";
import type { WriteKey } from "../parts/writing.ts";
import { storedId } from "./new-rows.ts";
import type { Edit } from "./refused.ts";
import { changedRows, isSeenCell } from "./stale-rows.ts";
import type { Row } from "./tables.ts";

/** The cells of one row that are written at once. */
interface WrittenCells {
  row: Row;
  cells: readonly Edit[];
}

/** Versions that a write goes over, by its key and the ids of rows, until the write has a final answer. */
const versions = new Map<string, Map<string, number>>();

const nameOf = (key: WriteKey): string => key["Idempotency-Key"];

/** Returns the version of a row that a write goes over: each try of it sends the same one, as its key demands. */
export function versionOver(key: WriteKey, rowId: string, own: () => number): number {
  const known = versions.get(nameOf(key)) ?? new Map<string, number>();
  const version = known.get(rowId) ?? own();
  versions.set(nameOf(key), known.set(rowId, version));
  return version;
}

/** Forgets which versions a write goes over. */
export const forgetVersions = (key: WriteKey): boolean => versions.delete(nameOf(key));

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
  const now = read.map(({ id, version }) => [id, version] as const);
  versions.set(nameOf(key), new Map([...(versions.get(nameOf(key)) ?? []), ...now]));
  return true;
}
