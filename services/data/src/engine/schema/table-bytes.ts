import { AppError } from "@jst/errors";
import type { ColumnDraft } from "./new-columns.ts";

/**
 * Bytes of the columns of one table together, as JSON. A table is answered with all of them, and remembered so: 200
 * columns of 500 options (limits.columns) fit with some 70 bytes an option; what fits a body each could be 200 MiB,
 * which nothing carries.
 */
const TABLE_BYTES_MAX = 8 * 1024 * 1024;

/** Why columns that are too large are not stored. */
export const tooLargeReason = `The columns of the table, with their options and texts, are larger than ${TABLE_BYTES_MAX / 1024 / 1024} MiB together. Send fewer or shorter options.`;

/** Throws limit_reached for columns that are too large. */
export function requireTableFits(columns: readonly ColumnDraft[], former: readonly ColumnDraft[]): void {
  if (isTooLarge(columns, former)) throw new AppError("limit_reached", tooLargeReason);
}

/**
 * True for columns that came to be more than a table may have together; what was more before may stay and become less.
 */
export function isTooLarge(columns: readonly ColumnDraft[], former: readonly ColumnDraft[]): boolean {
  const bytes = bytesOf(columns);
  return bytes > TABLE_BYTES_MAX && bytes > bytesOf(former);
}

function bytesOf(columns: readonly ColumnDraft[]): number {
  return columns.reduce((sum, column) => sum + Buffer.byteLength(JSON.stringify(column)), 0);
}
