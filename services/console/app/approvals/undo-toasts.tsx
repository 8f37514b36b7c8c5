import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { isWorthAnotherTry } from "../answers.ts";
import { showToast } from "../parts/toasts.tsx";
import { APPROVALS } from "../words/approvals.ts";
import { changesetAt, type Changeset } from "./changesets.ts";
import { onOwnWrite } from "./own-writes.ts";
import { UndoNow, useMayUndo, useUndo } from "./undo.tsx";

/** Rows of one table: of their writes only the last one offers its undo, because a person writes cell after cell. */
const ROWS = /\/data\/tables\/[^/]+\/rows/;

/** Offers in a toast to undo what this window has just changed (console.undo). */
export function UndoToasts() {
  const queries = useQueryClient();
  const mayUndo = useMayUndo();
  const offer = useEffectEvent(async (id: string, url: string) => {
    const changeset = await queries.query({
      ...changesetAt(id, 0),
      gcTime: 0,
      retry: isWorthAnotherTry,
    });
    if (!mayUndo(changeset)) return;
    const rows = ROWS.exec(url)?.[0];
    showToast({
      text: APPROVALS.changedNow(changeset.summary),
      ...(rows === undefined ? {} : { group: rows }),
      more: (close) => <Undo changeset={changeset} onPress={close} />,
    });
  });
  // Home lists a change whose offer cannot be read.
  useEffect(() => onOwnWrite((id, url) => void offer(id, url).catch(() => undefined)), []);
  return null;
}

function Undo({ changeset, onPress }: { changeset: Changeset; onPress: () => void }) {
  const undo = useUndo(changeset);
  return <UndoNow changeset={changeset} undo={undo} onPress={onPress} />;
}
