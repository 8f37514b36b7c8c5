import { isQueued, ProblemError } from "@jst/client";
import { useState } from "react";
import { isRefusal } from "../answers.ts";
import { useWriting } from "../parts/writing.ts";
import { pendingAfter, rowWith, stateIn, type Pending } from "./pending.ts";
import { openWhile, withoutCells, withRefusal, type Edit, type Refusal } from "./refused.ts";
import { lostWrite, turnOf, writeCells } from "./rows.ts";
import type { Row } from "./tables.ts";

/** The cells of one row that are written at once. */
interface RowEdit {
  row: Row;
  cells: readonly Edit[];
}

/**
 * Writes cells, however fast one is written after the other. A written cell shows its new value at once; what no answer
 * came to is looked for.
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
    send: ({ row, cells }: RowEdit, key) => writeCells(tableId, row, dataOf(cells), key),
    touches: [["rows", tableId]],
    turn: turnOf(tableId),
    onDone: (done, { row, cells }) => {
      const columns = cells.map(({ column }) => column);
      setRefusals((before) => withoutCells(before, row.id, columns));
      setPending((before) =>
        pendingAfter(before, row.id, columns, isQueued(done) ? "waiting" : done.version),
      );
    },
    onRefused: async (error, { row, cells }, again) => {
      const found: Found = isRefusal(error)
        ? { over: row, error }
        : await lookFor(tableId, row, error, again);
      if (found.lost === "written")
        forget(
          row.id,
          cells.map(({ column }) => column),
        );
      else for (const edit of cells) refuse({ ...found, edit: { ...edit, row: found.over } });
    },
  });
  const write = (edits: readonly Edit[]) => {
    for (const edit of edits) setRefusals((before) => openWhile(before, edit));
    setPending((before) => new Map([...before, ...edits.map(begun)]));
    for (const cells of byRow(edits)) if (cells[0] !== undefined) mutate({ row: cells[0].row, cells });
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

const byRow = (edits: readonly Edit[]): Edit[][] =>
  Object.values(Object.groupBy(edits, ({ row }) => row.id)) as Edit[][];

const dataOf = (cells: readonly Edit[]) =>
  Object.fromEntries(cells.map(({ column, value }) => [column, value]));

type Found = Awaited<ReturnType<typeof lookFor>> | { over: Row; error: Error; lost?: undefined };

/** Finds the outcome of a write without a reply. */
async function lookFor(tableId: string, row: Row, error: Error, again: () => Promise<unknown>) {
  const unknown = { lost: "unknown" as const, over: row };
  const found = await lostWrite(tableId, row, again).catch(() => unknown);
  return { error, ...found };
}
