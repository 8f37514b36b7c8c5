import { isQueued } from "@jst/client";
import { useState } from "react";
import { isRefusal } from "../answers.ts";
import type { WriteKey } from "../parts/writing.ts";
import { isNewRow, isUncreated } from "./new-rows.ts";
import { isOverOthers } from "./over-others.ts";
import { forgetVersions } from "./write-versions.ts";
import type { Edit, Refusal } from "./refused.ts";
import { fitsRequest, replacedBy, withdrawAll, withReplaced, type RowProposal } from "./row-proposals.ts";
import { lostWrite, writeCells, writeRows } from "./rows.ts";
import type { Row } from "./tables.ts";
import type { useRowProposals } from "./use-row-proposals.ts";
import { withEdits } from "./written-edits.ts";

/** The cells of one row that are written at once. */
export interface RowCells {
  row: Row;
  cells: readonly Edit[];
}

/** Groups edits by their rows. */
export function byRow(edits: readonly Edit[]): RowCells[] {
  const rows = Map.groupBy(edits, ({ row }) => row.id);
  return [...rows.values()].flatMap((cells) =>
    cells[0] === undefined ? [] : [{ row: cells[0].row, cells }],
  );
}

/** A write as it is sent: its edits, also those of the own proposals that it replaces. */
interface SentWrite {
  edits: readonly Edit[];
  replaced: readonly RowProposal[];
}

type RowProposals = Pick<ReturnType<typeof useRowProposals>, "open" | "lock">;

/** Sends writes of rows, each in place of the own proposals that wait for the same rows (console.grid-proposals). */
export function useRowWrites(tableId: string, { open, lock }: RowProposals) {
  const [sent] = useState(() => new WeakMap<readonly RowCells[], SentWrite>());
  const sentAs = (rows: readonly RowCells[]): SentWrite =>
    sent.get(rows) ?? { edits: editsIn(rows), replaced: [] };
  const send = async (rows: readonly RowCells[], key: WriteKey) => {
    const write = sent.get(rows) ?? withProposals(editsIn(rows), open);
    sent.set(rows, write);
    lock(write.replaced);
    // Two creations of a row could both be approved, but an update that is refused leaves the former proposal.
    const isCreation = write.edits.some(({ row }) => isUncreated(row));
    const withdrawn = isCreation ? await withdrawAll(write.replaced, key) : [];
    const stored = new Set(withdrawn.filter(({ isExecuted }) => isExecuted).flatMap(({ edits }) => edits));
    const edits = write.edits.filter((edit) => !stored.has(edit));
    const done = await withEdits(tableId, edits, () => sendOverOthers(tableId, byRow(edits), key));
    if (!isCreation) await withdrawAll(write.replaced, key);
    return done;
  };
  return { sentAs, send };
}

const editsIn = (rows: readonly RowCells[]): Edit[] => rows.flatMap(({ cells }) => [...cells]);

function withProposals(edits: readonly Edit[], open: ReadonlyMap<string, RowProposal>): SentWrite {
  const replaced = replacedBy(open.values(), new Set(edits.map(({ row }) => row.id)));
  const all = withReplaced(edits, replaced);
  return fitsRequest(all) ? { edits: all, replaced } : { edits, replaced: [] };
}

/** Reply to a write: the new version of each row, or that the write waits. */
export type SentRows = Awaited<ReturnType<typeof sendRows>>;

/** So often a write goes over what others have written meanwhile. */
const OVER_MAX = 5;

/** Writes the cells, also over versions of others who have changed other cells (console.grid). */
async function sendOverOthers(tableId: string, rows: readonly RowCells[], key: WriteKey) {
  for (let times = 0; ; times += 1)
    try {
      const done = await sendRows(tableId, rows, key);
      forgetVersions(key);
      return done;
    } catch (error) {
      if (times < OVER_MAX && (await isOverOthers(tableId, rows, error, key))) continue;
      if (error instanceof Error && isRefusal(error)) forgetVersions(key);
      throw error;
    }
}

/** Writes the cells; returns the new version of each row, or that the write waits. */
async function sendRows(tableId: string, rows: readonly RowCells[], key: WriteKey) {
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

/** Finds why cells were not written, or the reply that they were. */
export async function outcomeOf<R>(
  tableId: string,
  rows: readonly RowCells[],
  error: Error,
  again: () => Promise<R>,
): Promise<Found | { done: R }> {
  const [one, ...others] = rows;
  if (isRefusal(error) || one === undefined) return { error };
  if (others.length === 0 && !isNewRow(one.row)) return lookFor(tableId, one.row, error, again);
  try {
    return { done: await again() };
  } catch (refused) {
    return refused instanceof Error && isRefusal(refused) ? { error: refused } : { error, lost: "unknown" };
  }
}

/** Finds the outcome of a write of one row without a reply. */
async function lookFor<R>(
  tableId: string,
  row: Row,
  error: Error,
  again: () => Promise<R>,
): Promise<Found | { done: R }> {
  const unknown = { lost: "unknown" as const, over: row };
  const found = await lostWrite(tableId, row, again).catch(() => unknown);
  return "done" in found ? found : { error, ...found };
}
