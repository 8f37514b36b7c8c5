import { ProblemError } from "@jst/client";
import type { ChosenRow } from "../grid/choice.ts";
import type { WriteKey } from "../parts/writing.ts";
import { batchesOf } from "./batches.ts";
import { rowsById } from "./chosen-rows.ts";
import { deleteRows, writeRows, type RowEdit } from "./rows.ts";
import type { Table } from "./tables.ts";
import { editorOf } from "./writing-kinds.ts";

/** An act on chosen rows. */
export type RowAct =
  | { kind: "change"; data: Readonly<Record<string, unknown>> }
  | { kind: "duplicate" }
  | { kind: "delete" };

/** A request of an act: the chosen rows that it is about, and what it writes; without it they are deleted. */
export interface RowRequest {
  rows: readonly ChosenRow[];
  edits?: readonly RowEdit[];
}

/** Makes the requests of an act on rows, one after the other. */
export async function* requestsOf(
  table: Table,
  act: RowAct,
  rows: readonly ChosenRow[],
): AsyncGenerator<RowRequest, void, void> {
  if (act.kind === "change")
    for (const batch of batchesOf(rows, () => act.data))
      yield { rows: batch, edits: batch.map((row) => ({ row, data: act.data })) };
  if (act.kind === "delete") for (const batch of batchesOf(rows, ({ id }) => id)) yield { rows: batch };
  if (act.kind === "duplicate")
    for (const batch of batchesOf(rows, ({ id }) => id)) yield* copiesOf(table, batch);
}

/** Makes the requests that create copies of rows as they are now. */
async function* copiesOf(table: Table, rows: readonly ChosenRow[]) {
  const chosen = new Map(rows.map((row) => [row.id, row]));
  const columns = (table.columns ?? []).filter((column) => editorOf(column) !== undefined && !column.unique);
  const copies = (await rowsById(table, [...chosen.keys()])).map((row) => ({
    of: row.id,
    data: Object.fromEntries(columns.map(({ name }) => [name, row.data[name] ?? null])),
  }));
  for (const batch of batchesOf(copies, ({ data }) => data))
    yield {
      rows: batch.flatMap(({ of }) => chosen.get(of) ?? []),
      edits: batch.map(({ data }) => ({ row: undefined, data })),
    };
}

/** Sends a request of an act. */
export const sendRequest = (tableId: string, { rows, edits }: RowRequest, key: WriteKey) =>
  edits === undefined
    ? deleteRows(
        tableId,
        rows.map(({ id }) => id),
        key,
      )
    : writeRows(tableId, edits, key);

const ROW = /^rows\.\d+\./;

/** Returns the refusal of a request of many rows with each fault once, as if the rows were one. */
export function asOneRow(error: Error): Error {
  if (!(error instanceof ProblemError) || error.problem?.errors === undefined) return error;
  const { status, problem } = error;
  const faults = (problem.errors ?? []).map((fault) => ({ ...fault, field: fault.field.replace(ROW, "") }));
  const distinct = new Map(faults.map((fault) => [`${fault.field} ${fault.message}`, fault]));
  return new ProblemError(status, { ...problem, errors: [...distinct.values()] });
}
