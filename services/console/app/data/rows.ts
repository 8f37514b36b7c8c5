import { answered, isQueued } from "@jst/client";
import { isRefusal } from "../answers.ts";
import { api } from "../api.ts";
import { ifVersion, type WriteKey } from "../parts/writing.ts";
import { createdFor, isNewRow, keepCreated } from "./new-rows.ts";
import { readRow } from "./over-others.ts";
import { versionOver } from "./write-versions.ts";
import type { Refusal } from "./refused.ts";
import { cellsOf, type RowFormOf, type WrittenRow } from "./row-fields.tsx";
import type { Row, Table } from "./tables.ts";

/** Maps each version that this window overwrote to the version that replaced it. */
const made = new Map<string, number>();

/** The version of a row with what this window has written over it since it was read. */
function withOwnWrites({ id, version }: Pick<Row, "id" | "version">): number {
  const next = made.get(`${id} ${version}`);
  return next === undefined ? version : withOwnWrites({ id, version: next });
}

/** The turn of writes of a table's rows: each knows what the one before it has made. */
export const turnOf = (tableId: string) => `rows of ${tableId}`;

/** Writes cells of a row, unless somebody else has changed it since it was read (console.grid). */
export async function writeCells(
  tableId: string,
  row: Pick<Row, "id" | "version">,
  data: Record<string, unknown>,
  key: WriteKey,
) {
  const version = versionOver(key, row.id, () => withOwnWrites(row));
  const path = { table_id: tableId, row_id: row.id };
  const params = { path, header: { ...key, ...ifVersion(version) } };
  const done = await answered(
    api.PATCH("/api/v1/data/tables/{table_id}/rows/{row_id}", { params, body: { data } }),
  );
  // A queued write has not changed the row yet.
  if (!isQueued(done)) keepVersion(row, version, done.version);
  return done;
}

/** So many rows one request writes. */
export const BATCH_MAX = 500;

/** The cells of one row that are written at once. */
export interface RowEdit {
  /** Undefined for a row of which this window shows nothing yet. */
  row: Pick<Row, "id" | "version"> | undefined;
  data: Record<string, unknown>;
}

/**
 * Writes cells of several rows, all or none, unless somebody else has changed one of them since it was read. New rows
 * are created by their first write.
 */
export async function writeRows(tableId: string, edits: readonly RowEdit[], key: WriteKey) {
  const rows = edits.map(({ row, data }) => {
    const stored = row && storedRow(row);
    return stored === undefined
      ? { data }
      : { id: stored.id, version: versionOver(key, stored.id, () => withOwnWrites(stored)), data };
  });
  const params = { path: { table_id: tableId }, header: key };
  const done = await answered(
    api.POST("/api/v1/data/tables/{table_id}/rows:batch", { params, body: { rows, atomic: true } }),
  );
  if (!isQueued(done))
    for (const [at, { row }] of edits.entries()) {
      const { id, version } = done.rows[at] ?? {};
      if (id === undefined || version === undefined) continue;
      const was = rows[at];
      if (was !== undefined && "version" in was) keepVersion({ id }, was.version, version);
      else if (row !== undefined) keepCreated(row, { id, version });
    }
  return done;
}

/** Returns the row that a write changes; undefined if the write creates it. */
function storedRow(row: Pick<Row, "id" | "version">): Pick<Row, "id" | "version"> | undefined {
  if (!isNewRow(row)) return row;
  const created = createdFor(row);
  // A row that was listed since has a version of its own.
  return created && { id: created.id, version: Math.max(created.version, row.version) };
}

function keepVersion({ id }: Pick<Row, "id">, over: number, next: number): void {
  if (next > over) made.set(`${id} ${over}`, next);
}

/** Finds the outcome of a write without a reply. `again` repeats the request, which gets the stored reply. */
export async function lostWrite<R>(
  tableId: string,
  row: Row,
  again: () => Promise<R>,
): Promise<{ done: R } | (Partial<Pick<Refusal, "error" | "lost">> & { over: Row })> {
  const now = await readRow(tableId, row.id);
  // A row that nobody has changed is named as it was, so that the write keeps its key.
  if (now.version === withOwnWrites(row)) return { lost: "not_written" as const, over: row };
  try {
    return { done: await again() };
  } catch (error) {
    if (!(error instanceof Error) || !isRefusal(error)) throw error;
    // The write is refused because another one came first.
    return error.status === 412 ? { lost: "other" as const, over: now } : { over: now, error };
  }
}

/** Adds a row of the cells that were written. */
export const addRow = (table: Table, form: RowFormOf) => (written: WrittenRow, header: WriteKey) => {
  const params = { path: { table_id: table.id }, header };
  const body = { data: cellsOf(form, written) };
  return answered(api.POST("/api/v1/data/tables/{table_id}/rows", { params, body }));
};

/** Deletes rows, all or none; undo brings them back. */
export function deleteRows(tableId: string, ids: readonly string[], header: WriteKey) {
  const params = { path: { table_id: tableId }, header };
  return answered(
    api.POST("/api/v1/data/tables/{table_id}/rows:delete", { params, body: { ids: [...ids] } }),
  );
}

/** Deletes a row; undo brings it back. */
export const deleteRow = (table: Table, row: Row) => (header: WriteKey) => {
  const params = { path: { table_id: table.id, row_id: row.id }, header };
  return answered(api.DELETE("/api/v1/data/tables/{table_id}/rows/{row_id}", { params }));
};
