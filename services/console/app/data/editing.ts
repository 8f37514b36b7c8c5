import { isQueued, ProblemError } from "@jst/client";
import { useState } from "react";
import { isRefusal } from "../answers.ts";
import { useWriting, type WriteKey } from "../parts/writing.ts";
import { asBegun, isIdle, isNewRow, isProposed, lackedBy, useNewRows, withWholeRows } from "./new-rows.ts";
import {
  pendingAfter,
  rowWith,
  stateIn,
  type CellState,
  type Pending,
  type PendingState,
} from "./pending.ts";
import { cellKey, openWhile, withoutCells, withRefusal, type Edit, type Refusal } from "./refused.ts";
import { BATCH_MAX, lostWrite, turnOf, writeCells, writeRows } from "./rows.ts";
import type { Column, Row, Table } from "./tables.ts";
import { withEdits } from "./written-edits.ts";

/**
 * Writes cells, however fast one is written after the other; those of several rows at once, all or none. A written cell
 * shows its new value at once; what no answer came to is looked for. A new row is created by its first write, once it
 * has all required cells.
 */
export function useEditing({ id: tableId, columns = [] }: Table) {
  const { refusals, pending, begin, forget, refuse, answered } = useCellStates();
  const { newRows, rowsBegun, rowsListed } = useNewRows(tableId);
  const { mutate, data } = useWriting({
    send: (rows: readonly RowCells[], key) =>
      withEdits(
        tableId,
        rows.flatMap(({ cells }) => cells),
        () => send(tableId, rows, key),
      ),
    touches: [["rows", tableId]],
    turn: turnOf(tableId),
    onDone: (versions, rows) => {
      for (const { row, cells } of rows)
        answered(row.id, columnsOf(cells), isQueued(versions) ? "waiting" : versions.get(row.id));
    },
    onShown: (versions) => {
      if (!isQueued(versions)) rowsListed([...versions.keys()]);
    },
    onRefused: async (error, rows, again) => {
      const found = await outcomeOf(tableId, rows, error, again);
      for (const { row, cells } of rows)
        if (found === "written") forget(row.id, columnsOf(cells));
        else for (const edit of cells) refuse({ ...found, edit: { ...edit, row: found.over ?? row } });
    },
  });
  const write = (all: readonly Edit[]) => {
    const allowed = all.filter((edit) => !isIdle(edit, pending) && !isProposed(edit.row, pending));
    const edits = withWholeRows(allowed, pending);
    const rows = byRow(edits);
    rowsBegun(rows.map(({ row }) => row));
    // Cells of several rows, such as a paste, are sent as they are: the answer names what is missing.
    const isSent = rows.length > 1 || rows.every(({ row }) => lackedBy(row, edits, columns).length === 0);
    begin(edits, isSent ? "saving" : "unsent");
    if (isSent) for (let at = 0; at < rows.length; at += BATCH_MAX) mutate(rows.slice(at, at + BATCH_MAX));
  };
  const written = new Set([...pending.values()].map(({ edit }) => edit.row.id));
  const hasCells = ({ id }: Row, index: number) => index === newRows.length - 1 || written.has(id);
  return {
    write,
    forget,
    refusals,
    data,
    /** New rows that the list does not have, and a blank one after them. */
    newRows: newRows.filter(hasCells).map((row) => rowWith(row, pending)),
    /** Required columns that the unsent rows lack. */
    lacked: lackedIn(pending, columns),
    /** Reports whether the creation of a row waits for approval; its cells cannot be written until then. */
    isProposed: (row: Row) => isProposed(row, pending),
    stateOf: (row: Row, column: string) => stateIn(pending, row, column),
    shown: (row: Row) => rowWith(asBegun(row), pending),
  };
}

/** The cells of a window that are written, and those that were refused. */
function useCellStates() {
  // A cell may be refused after the next one was written.
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const [pending, setPending] = useState<Pending>(new Map());
  const answered = (rowId: string, names: readonly string[], state: PendingState | undefined) => {
    setRefusals((before) => withoutCells(before, rowId, names));
    setPending((before) => pendingAfter(before, rowId, names, state));
  };
  return {
    refusals,
    pending,
    answered,
    begin: (edits: readonly Edit[], state: CellState) => {
      for (const edit of edits) setRefusals((before) => openWhile(before, edit));
      const begun = edits.map((edit) => [cellKey(edit), { edit, state }] as const);
      setPending((before) => new Map([...before, ...begun]));
    },
    forget: (rowId: string, names: readonly string[]) => answered(rowId, names, undefined),
    refuse: (one: Refusal): void => {
      setRefusals((before) => withRefusal(before, one));
      const { row, column } = one.edit;
      // The cell of a row that somebody else has changed shows the stored value, and the refusal what was written.
      const state = one.lost === "other" || isConflict(one.error) ? undefined : "failed";
      setPending((before) => pendingAfter(before, row.id, [column], state));
    },
  };
}

/** Lists the required columns without which a begun row cannot be sent. */
function lackedIn(pending: Pending, columns: readonly Column[]): Column[] {
  const unsent = [...pending.values()].filter(({ state }) => state === "unsent").map(({ edit }) => edit);
  const [first] = unsent;
  return first === undefined ? [] : lackedBy(first.row, unsent, columns);
}

const isConflict = (error: Error): boolean => error instanceof ProblemError && error.status === 412;

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
  if (others.length === 0 && !isNewRow(one.row)) {
    const done = await writeCells(tableId, one.row, one.data, key);
    return isQueued(done) ? done : new Map([[one.row.id, done.version]]);
  }
  const done = await writeRows(tableId, [one, ...others], key);
  return isQueued(done) ? done : new Map(rows.map(({ row }, at) => [row.id, done.rows[at]?.version ?? 0]));
}

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
  if (others.length === 0 && !isNewRow(one.row)) return lookFor(tableId, one.row, error, again);
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
