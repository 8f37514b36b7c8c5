import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { isWorthAnotherTry } from "../answers.ts";
import { showToast } from "../parts/toasts.tsx";
import { APPROVALS } from "../words/approvals.ts";
import { changesetAt } from "./changesets.ts";
import { onOwnWrite, type OwnWrite } from "./own-writes.ts";
import { UndoNow, useMayUndo, useUndo, type Undoable } from "./undo.tsx";

/** Rows or columns of one table: a person writes one after the other. */
const OF_TABLE = /\/data\/tables\/[^/]+\/(?:rows|columns)/;

/** Returns the kind of a write: of one kind only the last write offers its undo. */
const kindOf = (url: string): string => OF_TABLE.exec(url)?.[0] ?? new URL(url).pathname;

/** Offers in a toast to undo what this window has just changed (console.undo). */
export function UndoToasts() {
  const queries = useQueryClient();
  const mayUndo = useMayUndo();
  const offer = useEffectEvent(async ({ ids, url, summary }: OwnWrite) => {
    const changeset = await queries.query({
      ...changesetAt(ids[0] ?? "", 0),
      gcTime: 0,
      retry: isWorthAnotherTry,
    });
    if (!mayUndo(changeset)) return;
    showToast({
      text: summary ?? APPROVALS.changedNow(changeset.summary),
      group: kindOf(url),
      more: (close) => <Undo of={{ ids, summary: summary ?? changeset.summary }} onPress={close} />,
    });
  });
  // Home lists a change whose offer cannot be read.
  useEffect(() => onOwnWrite((write) => void offer(write).catch(() => undefined)), []);
  return null;
}

function Undo({ of, onPress }: { of: Undoable; onPress: () => void }) {
  return <UndoNow of={of} undo={useUndo(of)} onPress={onPress} />;
}
