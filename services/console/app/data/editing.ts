import { isQueued, ProblemError } from "@jst/client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { notifyOwnProposal } from "../approvals/own-writes.ts";
import { useWriting } from "../parts/writing.ts";
import { asBegun, isIdle, isNewRow, lackedBy, useNewRows, withWholeRows } from "./new-rows.ts";
import {
  pendingAfter,
  rowWith,
  stateIn,
  type CellState,
  type Pending,
  type PendingState,
} from "./pending.ts";
import { cellKey, openWhile, withoutCells, withRefusal, type Edit, type Refusal } from "./refused.ts";
import { byRow, outcomeOf, useRowWrites, type SentRows } from "./row-writes.ts";
import { BATCH_MAX, turnOf } from "./rows.ts";
import type { Column, Row, Table } from "./tables.ts";
import { useRowProposals } from "./use-row-proposals.ts";

/** Pause after the last edit before the gathered ones are sent. */
const GATHER_MS = 3_000;

/**
 * Writes cells, however fast one is written after the other; those of several rows at once, all or none. A written cell
 * shows its new value at once; what no answer came to is looked for. A new row is created by its first write, once it
 * has all required cells. If writes wait for approval, edits gather until their rows are left, and what a person
 * writes over an own proposal replaces it (console.grid-proposals).
 */
export function useEditing({ id: tableId, columns = [] }: Table) {
  const states = useCellStates();
  const { refusals, pending, begin, forget } = states;
  const { newRows, rowsBegun, rowsListed } = useNewRows(tableId);
  const proposals = useShownProposals(tableId, { ...states, rowsBegun });
  const { mutate, data } = useSending(tableId, { ...states, proposals, rowsListed });
  const sendRows = (edits: readonly Edit[]): void => {
    const rows = byRow(edits);
    begin(edits, "saving");
    for (let at = 0; at < rows.length; at += BATCH_MAX) mutate(rows.slice(at, at + BATCH_MAX));
  };
  const write = (all: readonly Edit[]) => {
    const edits = withWholeRows(
      all.filter((edit) => !isIdle(edit, pending)),
      pending,
    );
    const rows = byRow(edits);
    rowsBegun(rows.map(({ row }) => row));
    // Cells of several rows, such as a paste, are sent as they are: the answer names what is missing.
    const isSent = rows.length > 1 || (!proposals.doWritesWait() && isComplete(edits, columns));
    if (isSent) sendRows(edits);
    else begin(edits, "unsent");
  };
  const unsent = [...pending.values()].filter(({ state }) => state === "unsent").map(({ edit }) => edit);
  const written = new Set([...pending.values()].map(({ edit }) => edit.row.id));
  const hasCells = ({ id }: Row, index: number) => index === newRows.length - 1 || written.has(id);
  return {
    write,
    ...useUnsent({ unsent, columns, send: sendRows, forget }),
    forget,
    refusals,
    data,
    /** New rows that the list does not have, and a blank one after them. */
    newRows: newRows.filter(hasCells).map((row) => rowWith(row, pending)),
    /** Whether cells are not sent yet. */
    hasUnsent: unsent.length > 0,
    /** Required columns that the first unsent row lacks. */
    lacked: unsent[0] === undefined ? [] : lackedBy(unsent[0].row, unsent, columns),
    stateOf: (row: Row, column: string) => stateIn(pending, row, column),
    shown: (row: Row) => rowWith(asBegun(row), pending),
  };
}

/** Reports whether the edits of one row have all cells without which the row cannot be created. */
const isComplete = (edits: readonly Edit[], columns: readonly Column[]): boolean =>
  edits[0] === undefined || lackedBy(edits[0].row, edits, columns).length === 0;

interface UnsentOf {
  unsent: readonly Edit[];
  columns: readonly Column[];
  send: (edits: readonly Edit[]) => void;
  forget: (rowId: string, names: readonly string[]) => void;
}

/** Sends the rows that lack nothing some time after the last edit, but for the row of the cursor. */
function useUnsent({ unsent, columns, send, forget }: UnsentOf) {
  const [current, setCurrent] = useState<string>();
  const leftOf = (id: string | undefined): Edit[] =>
    byRow(unsent)
      .filter(({ row, cells }) => row.id !== id && isComplete(cells, columns))
      .flatMap(({ cells }) => [...cells]);
  const left = leftOf(current);
  const sendLeft = useEffectEvent(() => send(left));
  const last = left.length === 0 ? "" : JSON.stringify(unsent.map(({ column, value }) => [column, value]));
  useEffect(() => {
    if (last === "") return;
    const timer = setTimeout(() => sendLeft(), GATHER_MS);
    return () => clearTimeout(timer);
  }, [last]);
  return {
    /** Notes the row of the cursor; without one, sends what waits. */
    focusRow: (to: Row | undefined): void => {
      setCurrent(to?.id);
      const all = leftOf(undefined);
      if (to === undefined && all.length > 0) send(all);
    },
    /** Discards the last edit that is not sent; returns whether there was one. */
    discardUnsent: (): boolean => {
      const edit = unsent.at(-1);
      if (edit !== undefined) forget(edit.row.id, [edit.column]);
      return edit !== undefined;
    },
  };
}

type SendingOf = Omit<ReturnType<typeof useCellStates>, "refusals" | "pending"> &
  Pick<ReturnType<typeof useNewRows>, "rowsListed"> & { proposals: ReturnType<typeof useRowProposals> };

/** Sends rows in their turn, and notes the outcome at each of their cells. */
function useSending(tableId: string, of: SendingOf) {
  const { begin, refuse, answered, proposals, rowsListed } = of;
  const { sentAs, send } = useRowWrites(tableId, proposals);
  return useWriting({
    send,
    touches: [["rows", tableId]],
    turn: turnOf(tableId),
    onDone: (done, rows) => {
      const sent = sentAs(rows);
      if (!isQueued(done)) {
        proposals.written(undefined, sent.replaced);
        for (const { row, cells } of byRow(sent.edits)) answered(cells, done.get(row.id));
        return;
      }
      const id = done.changeset_id;
      begin(sent.edits, "waiting");
      proposals.written({ id, edits: sent.edits, isWhole: true }, sent.replaced);
      notifyOwnProposal({ id, tableId, replaced: sent.replaced.map((one) => one.id) });
    },
    onShown: (versions) => {
      if (!isQueued(versions)) rowsListed([...versions.keys()]);
    },
    onRefused: async (error, rows, again) => {
      const { edits, replaced } = sentAs(rows);
      const sent = byRow(edits);
      const found = await outcomeOf(tableId, sent, error, again);
      proposals.release(replaced);
      for (const { row, cells } of sent)
        if ("done" in found) answered(cells, shownUntil(row, found.done));
        else for (const edit of cells) refuse(edit, { ...found, edit: { ...edit, row: found.over ?? row } });
    },
  });
}

/** Returns the version whose list shows written cells of a row; undefined for a new row, which the list adds. */
const shownUntil = (row: Row, done: SentRows): number | undefined =>
  isQueued(done) || isNewRow(row) ? undefined : done.get(row.id);

type ShowingOf = Pick<ReturnType<typeof useCellStates>, "begin" | "settle"> &
  Pick<ReturnType<typeof useNewRows>, "rowsBegun">;

/** Shows the cells of own proposals until these no longer wait and the list is read again. */
function useShownProposals(tableId: string, { rowsBegun, begin, settle }: ShowingOf) {
  const queries = useQueryClient();
  const proposals = useRowProposals(tableId, {
    onFound: (found) => {
      const edits = found.flatMap((proposal) => proposal.edits);
      rowsBegun(byRow(edits).map(({ row }) => row));
      begin(edits, "waiting");
    },
    onEnded: (ended) => {
      const edits = ended.flatMap((proposal) => proposal.edits);
      void queries.invalidateQueries({ queryKey: ["rows", tableId] }).then(() =>
        settle(
          edits,
          [...proposals.open.values()].flatMap((proposal) => proposal.edits),
        ),
      );
    },
  });
  return proposals;
}

/** The cells of a window that are written, and those that were refused. */
function useCellStates() {
  // A cell may be refused after the next one was written.
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const [pending, setPending] = useState<Pending>(new Map());
  const answered = (edits: readonly Edit[], state: PendingState | undefined) => {
    for (const { row, column } of edits) setRefusals((before) => withoutCells(before, row.id, [column]));
    setPending((before) => pendingAfter(before, edits, state));
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
    forget: (rowId: string, names: readonly string[]) => {
      setRefusals((before) => withoutCells(before, rowId, names));
      const keys = new Set(names.map((column) => cellKey({ row: { id: rowId }, column })));
      setPending((before) => new Map([...before].filter(([key]) => !keys.has(key))));
    },
    /** Forgets the cells that wait no longer, unless other edits wait in them. */
    settle: (ended: readonly Edit[], waiting: readonly Edit[]) => {
      const others = new Set(waiting.map(cellKey));
      const keys = ended.map(cellKey).filter((key) => !others.has(key));
      setPending((before) => {
        const settled = new Set(keys.filter((key) => before.get(key)?.state === "waiting"));
        return new Map([...before].filter(([key]) => !settled.has(key)));
      });
    },
    refuse: (sent: Edit, one: Refusal): void => {
      setRefusals((before) => withRefusal(before, one));
      // The cell of a row that somebody else has changed shows the stored value, and the refusal what was written.
      const state = one.lost === "other" || isConflict(one.error) ? undefined : "failed";
      setPending((before) => pendingAfter(before, [sent], state));
    },
  };
}

const isConflict = (error: Error): boolean => error instanceof ProblemError && error.status === 412;
