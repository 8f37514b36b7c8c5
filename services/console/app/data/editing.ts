import { isQueued, ProblemError } from "@jst/client";
import { useState } from "react";
import { isRefusal } from "../answers.ts";
import { useWriting, type WriteKey } from "../parts/writing.ts";
import { pendingAfter, rowWith, stateIn, type Pending } from "./pending.ts";
import { openWhile, withoutCells, withRefusal, type Edit, type Refusal } from "./refused.ts";
import { BATCH_MAX, lostWrite, turnOf, writeCells, writeRows } from "./rows.ts";
import type { Row } from "./tables.ts";

/**
 * Writes cells, however fast one is written after the other; those of several rows at once, all or none. A written cell
 * shows its new value at once; what no answer came to is looked for.
 */
export function useEditing(tableId: string) {
  // A cell may be refused after the next one was written.
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const [pending, setPending] = useState<Pending>(new Map());
  const forget = (rowId: string, columns: readonly string[]) => {
    setRefusals((before) => withoutCells(before, rowId, columns));
    setPending((before) => pendingAfter(before, rowId, columns, undefined));
  };
  const refuse = (refusal: Refusal) => {
    const { row, column } = refusal.edit;
    setRefusals((before) => withRefusal(before, refusal));
    // The list shows what another person has written.
    const state = refusal.lost === "other" || isConflict(refusal.error) ? undefined : "failed";
    setPending((before) => pendingAfter(before, row.id, [column], state));
  };
  const { mutate, data } = useWriting({
    send: (rows: readonly RowCells[], key) => send(tableId, rows, key),
    touches: [["rows", tableId]],
    turn: turnOf(tableId),
    onDone: (versions, rows) => {
      for (const { row, cells } of rows) {
        const columns = columnsOf(cells);
        setRefusals((before) => withoutCells(before, row.id, columns));
        const state = isQueued(versions) ? "waiting" : versions.get(row.id);
        setPending((before) => pendingAfter(before, row.id, columns, state));
      }
    },
    onRefused: async (error, rows, again) => {
      const found = await outcomeOf(tableId, rows, error, again);
      for (const { row, cells } of rows)
        if (found === "written") forget(row.id, columnsOf(cells));
        else for (const edit of cells) refuse({ ...found, edit: { ...edit, row: found.over ?? row } });
    },
  });
  const write = (edits: readonly Edit[]) => {
    for (const edit of edits) setRefusals((before) => openWhile(before, edit));
    setPending((before) => new Map([...before, ...edits.map(begun)]));
    const rows = byRow(edits);
    for (let at = 0; at < rows.length; at += BATCH_MAX) mutate(rows.slice(at, at + BATCH_MAX));
  };
  return {
    write,
    forget,
    refusals,
    data,
    shown: (row: Row) => rowWith(row, pending),
    stateOf: (row: Row, column: string) => stateIn(pending, row, column),
  };
}

const isConflict = (error: Error): boolean => error instanceof ProblemError && error.status === 412;

const begun = (edit: Edit) => [`${edit.row.id} ${edit.column}`, { edit, state: "saving" }] as const;

const columnsOf = (cells: readonly Edit[]): string[] => cells.map(({ column }) => column);

/** The cells of one row that are written at once. */
interface RowCells {
  row: Row;
  cells: readonly Edit[];
}

function byRow(edits: readonly Edit[]): RowCells[] {
  const rows = Map.groupBy(edits, ({ row }) => row.id);
  return [...rows.values()].flatMap((cells) =>
    cells[0] === undefined ? [] : [{ row: cells[0].row, cells }],
  );
}

/** Writes the cells; returns the new version of each row, or that the write waits. */
async function send(tableId: string, rows: readonly RowCells[], key: WriteKey) {
  const [one, ...others] = rows.map(({ row, cells }) => ({ row, data: dataOf(cells) }));
  if (one === undefined) return new Map<string, number>();
  if (others.length === 0) {
    const done = await writeCells(tableId, one.row, one.data, key);
    return isQueued(done) ? done : new Map([[one.row.id, done.version]]);
  }
  const done = await writeRows(tableId, [one, ...others], key);
  return isQueued(done) ? done : new Map(done.rows.flatMap(({ id, version }) => versionOf(id, version)));
}

const versionOf = (id?: string, version?: number): [string, number][] =>
  id === undefined || version === undefined ? [] : [[id, version]];

const dataOf = (cells: readonly Edit[]) =>
  Object.fromEntries(cells.map(({ column, value }) => [column, value]));

interface Found extends Pick<Refusal, "error" | "lost"> {
  /** The row as it is now; undefined if it was not read again. */
  over?: Row;
}

/** Finds why cells were not written, or that they were. */
async function outcomeOf(
  tableId: string,
  rows: readonly RowCells[],
  error: Error,
  again: () => Promise<unknown>,
): Promise<Found | "written"> {
  const [one, ...others] = rows;
  if (isRefusal(error) || one === undefined) return { error };
  if (others.length === 0) return lookFor(tableId, one.row, error, again);
  try {
    await again();
    return "written";
  } catch (refused) {
    return refused instanceof Error && isRefusal(refused) ? { error: refused } : { error, lost: "unknown" };
  }
}

/** Finds the outcome of a write of one row without a reply. */
async function lookFor(tableId: string, row: Row, error: Error, again: () => Promise<unknown>) {
  const unknown = { lost: "unknown" as const, over: row };
  const { lost, ...found } = await lostWrite(tableId, row, again).catch(() => unknown);
  return lost === "written" ? lost : { error, lost, ...found };
}
