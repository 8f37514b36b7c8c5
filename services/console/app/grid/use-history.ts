import { ProblemError } from "@jst/client";
import { useEffect, useRef, useState } from "react";
import { useUndoing, type UndoneAct } from "../approvals/changesets.ts";
import { onOwnProposal, onOwnWrite } from "../approvals/own-writes.ts";
import type { Edit } from "../data/refused.ts";
import { turnOf } from "../data/rows.ts";
import { editsOfChange, editsUnderWay } from "../data/written-edits.ts";
import { isNewRow } from "../data/new-rows.ts";
import { QUEUED } from "../parts/queued.tsx";
import { closeToasts } from "../parts/toasts.tsx";
import { GRID } from "../words/grid.ts";
import { OwnActs } from "./own-acts.ts";
import type { TableGridOf } from "./table-grid-of.ts";

interface HistoryOf {
  of: TableGridOf;
  onAnnounce: (text: string) => void;
}

/** Undoes what this window has written to rows of a table, the last first, and does it again (console.grid-undo). */
export function useHistory({ of, onAnnounce }: HistoryOf) {
  const { tableId } = of;
  const acts = useOwnActs(tableId);
  const { mutate } = useUndoing({
    turn: turnOf(tableId),
    // An undo waits for the writes before it.
    actOf: (name) => acts.take(name),
    onDone: (done, name) => {
      const act = acts.answer(name, done);
      closeToasts(act?.isProposal === true ? QUEUED : `/data/tables/${tableId}/rows`);
      onAnnounce(act?.isProposal === true ? GRID.withdrawn : outcomeOf(done));
    },
    onRefused: (error, name) => {
      acts.fail(name, error);
      onAnnounce(GRID.notUndone(reasonOf(error)));
    },
  });
  const undo = (): void => {
    if (of.onDiscard()) onAnnounce(GRID.undone);
    else mutate(crypto.randomUUID());
  };
  const renamed = useRef(new Map<string, string>());
  const redo = (): void => {
    // An act of several changes is not done again: its rows may not be loaded.
    const edits = editsOfChange(acts.toRedo[0] ?? "");
    const again = edits && editsNow(of, edits, renamed.current);
    if (edits === undefined || of.onWrite === undefined) onAnnounce(GRID.nothingToRedo);
    else if (again === undefined) onAnnounce(GRID.notLoaded);
    else {
      acts.redo();
      of.onWrite(again.map((edit) => ({ ...edit, isRedo: true })));
      onAnnounce(GRID.redone);
    }
  };
  return { undo, redo };
}

/** Collects what this window writes to rows of a table. */
function useOwnActs(tableId: string): OwnActs {
  const [acts] = useState(() => new OwnActs());
  useEffect(
    () =>
      onOwnWrite(({ ids, url }) => {
        if (!url.includes(`/tables/${tableId}/rows`)) return;
        acts.write(
          ids,
          editsUnderWay(tableId).some(({ isRedo }) => isRedo === true),
        );
      }),
    [tableId, acts],
  );
  useEffect(
    () =>
      onOwnProposal(({ id, tableId: changed, replaced }) => {
        if (changed === tableId) acts.propose(id, replaced);
      }),
    [tableId, acts],
  );
  return acts;
}

function outcomeOf(done: UndoneAct | undefined): string {
  const refused = done?.refused[0];
  if (done === undefined) return GRID.nothingToUndo;
  if (refused !== undefined) return GRID.undoneInPart(reasonOf(refused.error));
  return done.waiting.length > 0 ? GRID.undoWaits : GRID.undone;
}

const reasonOf = (error: Error): string => (error instanceof ProblemError ? error.message : GRID.noAnswer);

/**
 * Returns edits over the rows as they are now; undefined if one of the rows is not loaded. A row whose creation was
 * undone is a new one, which later edits of it find under its new id.
 */
function editsNow(
  { rowById, blankRow }: TableGridOf,
  edits: readonly Edit[],
  renamed: Map<string, string>,
): Edit[] | undefined {
  const blanks = new Map<string, Edit["row"]>();
  const now = edits.map((edit) => {
    const row = rowById(renamed.get(edit.row.id) ?? edit.row.id) ?? blanks.get(edit.row.id);
    if (row !== undefined || !isNewRow(edit.row)) return row && { ...edit, row };
    const blank = blankRow();
    blanks.set(edit.row.id, blank);
    renamed.set(edit.row.id, blank.id);
    return { ...edit, row: blank };
  });
  const found = now.filter((edit) => edit !== undefined);
  return found.length === edits.length ? found : undefined;
}
