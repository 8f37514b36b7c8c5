import { ProblemError } from "@jst/client";
import { useEffect, useRef, useState } from "react";
import { isRefusal } from "../answers.ts";
import { useUndoing, type OwnAct, type UndoneAct } from "../approvals/changesets.ts";
import { onOwnProposal, onOwnWrite } from "../approvals/own-writes.ts";
import type { Edit } from "../data/refused.ts";
import { turnOf } from "../data/rows.ts";
import { editsOfChange, editsUnderWay } from "../data/written-edits.ts";
import { isNewRow } from "../data/new-rows.ts";
import { QUEUED } from "../parts/queued.tsx";
import { closeToasts } from "../parts/toasts.tsx";
import { GRID } from "../words/grid.ts";
import type { TableGridOf } from "./table-grid-of.ts";

/** So many own writes of a table can be undone one after the other. */
const ACTS_MAX = 100;

interface HistoryOf {
  of: TableGridOf;
  onAnnounce: (text: string) => void;
}

/** Undoes what this window has written to rows of a table, the last first, and does it again (console.grid-undo). */
export function useHistory({ of, onAnnounce }: HistoryOf) {
  const { tableId } = of;
  const { written, undone, redone } = useOwnActs(tableId);
  const acts = useRef(new Map<string, OwnAct | undefined>());
  const actOf = (name: string): OwnAct | undefined => {
    // An undo waits for the writes before it; a repeated request is of the same change.
    if (!acts.current.has(name)) acts.current.set(name, written.current.pop());
    return acts.current.get(name);
  };
  const { mutate } = useUndoing({
    turn: turnOf(tableId),
    actOf,
    onDone: (done, name) => {
      const act = actOf(name);
      if (act !== undefined && !act.isProposal && isUndone(done)) undone.current.push(act.ids);
      closeToasts(act?.isProposal === true ? QUEUED : `/data/tables/${tableId}/rows`);
      onAnnounce(act?.isProposal === true ? GRID.withdrawn : outcomeOf(done));
    },
    onRefused: (error, name) => {
      const act = actOf(name);
      // An undo without an answer can be repeated.
      if (act !== undefined && !isRefusal(error)) written.current.push(act);
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
    const edits = editsOfChange(undone.current.at(-1)?.[0] ?? "");
    const again = edits && editsNow(of, edits, renamed.current);
    if (edits === undefined || of.onWrite === undefined) onAnnounce(GRID.nothingToRedo);
    else if (again === undefined) onAnnounce(GRID.notLoaded);
    else {
      undone.current.pop();
      for (const edit of again) redone.add(edit);
      of.onWrite(again);
      onAnnounce(GRID.redone);
    }
  };
  return { undo, redo };
}

/** Collects what this window writes to rows of a table: the acts to undo, and the changes to write again. */
function useOwnActs(tableId: string) {
  const written = useRef<OwnAct[]>([]);
  const undone = useRef<(readonly string[])[]>([]);
  // The write of a redo leaves what can be done again after it.
  const [redone] = useState(() => new WeakSet<Edit>());
  useEffect(
    () =>
      onOwnWrite(({ ids: made, url }) => {
        if (!url.includes(`/tables/${tableId}/rows`)) return;
        written.current = [...written.current, newAct(made, false)].slice(-ACTS_MAX);
        if (!editsUnderWay(tableId).some((edit) => redone.has(edit))) undone.current = [];
      }),
    [tableId, redone],
  );
  useEffect(
    () =>
      onOwnProposal(({ id, tableId: changed, replaced }) => {
        if (changed !== tableId) return;
        const others = written.current.filter(
          (act) => !act.isProposal || !replaced.includes(act.ids[0] ?? ""),
        );
        written.current = [...others, newAct([id], true)].slice(-ACTS_MAX);
      }),
    [tableId],
  );
  return { written, undone, redone };
}

const newAct = (ids: readonly string[], isProposal: boolean): OwnAct => {
  return { ids, isProposal, key: crypto.randomUUID() };
};

const isUndone = (done: UndoneAct | undefined): boolean =>
  done !== undefined && done.refused.length === 0 && done.waiting.length === 0;

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
