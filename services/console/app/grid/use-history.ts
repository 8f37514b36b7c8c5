import { isQueued, ProblemError } from "@jst/client";
import { useEffect, useRef } from "react";
import { useUndoing } from "../approvals/changesets.ts";
import { onOwnWrite } from "../approvals/own-writes.ts";
import { turnOf } from "../data/rows.ts";
import { GRID } from "../words/grid.ts";

/** So many own writes of a table can be undone one after the other. */
const ACTS_MAX = 100;

/** Undoes what this window has written to rows of a table, the last first (console.grid-undo). */
export function useHistory(tableId: string, onAnnounce: (text: string) => void) {
  const written = useRef<string[]>([]);
  const ids = useRef(new Map<string, string | undefined>());
  useEffect(
    () =>
      onOwnWrite((id, url) => {
        if (url.includes(`/tables/${tableId}/rows`))
          written.current = [...written.current, id].slice(-ACTS_MAX);
      }),
    [tableId],
  );
  // An undo waits for the writes before it; a repeated request is of the same change.
  const { mutate } = useUndoing(turnOf(tableId), (act: string) => {
    if (!ids.current.has(act)) ids.current.set(act, written.current.pop());
    return ids.current.get(act);
  });
  const undo = (): void => {
    mutate(crypto.randomUUID(), {
      onSuccess: (done) => {
        if (done === undefined) onAnnounce(GRID.nothingToUndo);
        else onAnnounce(isQueued(done) ? GRID.undoWaits : GRID.undone);
      },
      onError: (error) => {
        onAnnounce(GRID.notUndone(error instanceof ProblemError ? error.message : GRID.noAnswer));
      },
    });
  };
  return { undo };
}
