import type { ReactNode } from "react";
import { Button } from "react-aria-components";
import { Link } from "wouter";
import { Failure } from "../parts/failure.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useWriting } from "../parts/writing.ts";
import { pathOf } from "../paths.ts";
import { useSession } from "../session/session.ts";
import { APPROVALS } from "../words/approvals.ts";
import { Conflicts } from "./conflicts.tsx";
import { undoAct, type Changeset, type UndoneAct } from "./changesets.ts";
import { usePendingUndo } from "./pending.ts";

/**
 * Tests whether the session may undo the change (trust.own-undo): owners and admins may, a member what is the member's
 * own. An app may be the member's, so the API decides about its changes.
 */
export function useMayUndo(): (changeset: Pick<Changeset, "reversible" | "proposed_by">) => boolean {
  const { role, id } = useSession().member;
  const isLeading = role === "owner" || role === "admin";
  return ({ reversible, proposed_by: by }) =>
    reversible && role !== "viewer" && (isLeading || by.id === id || by.type === "oauth_app");
}

/** A change, or the changes of one act in their order, with its sentence. */
export interface Undoable {
  ids: readonly string[];
  summary: string;
}

/** Undoes an act without force, by which all that is shown may change. A toast says that it is done, or why not. */
export const useUndo = ({ ids, summary }: Undoable) =>
  useWriting<undefined, UndoneAct>({
    send: (_nothing: undefined, header) => undoAct(ids, header),
    touches: [[]],
    onDone: ({ waiting, refused }) => {
      const [first] = refused;
      if (first !== undefined)
        showNotUndone(APPROVALS.undoneInPart(summary, refused.length, ids.length), first.id, first.error);
      else if (waiting.length === 0) showToast({ text: APPROVALS.undone(summary) });
    },
    onRefused: (error) => showNotUndone(APPROVALS.notUndone(summary), ids.at(-1) ?? "", error),
  });

function showNotUndone(text: string, id: string, error: Error): void {
  showToast({
    text,
    stays: true,
    more: (close) => (
      <Failure error={error}>
        <Conflicts of={error} />
        <Link to={pathOf("approvals", id)} onClick={close}>
          {APPROVALS.show}
        </Link>
      </Failure>
    ),
  });
}

interface UndoOrWaitOf {
  of: Changeset;
  /** Offers the undo. */
  children: ReactNode;
}

/** The undo of a change that the person may undo, or a link to the proposal that waits to undo it. */
export function UndoOrWait({ of: changeset, children }: UndoOrWaitOf) {
  const mayUndo = useMayUndo();
  const waiting = usePendingUndo(changeset.id);
  if (changeset.status !== "executed") return null;
  if (waiting !== undefined) return <Link to={pathOf("approvals", waiting.id)}>{APPROVALS.undoWaits}</Link>;
  return mayUndo(changeset) ? children : null;
}

interface UndoNowOf {
  of: Undoable;
  undo: ReturnType<typeof useUndo>;
  onPress?: () => void;
}

/** Button that undoes an act without a question: it names the act, and can be made again. */
export function UndoNow({ of: { summary }, undo, onPress }: UndoNowOf) {
  return (
    <Button
      // Not isPending: that announces a button which is gone once its undo is done or waits.
      className={undo.isPending ? "quiet pending" : "quiet"}
      aria-label={APPROVALS.undoOf(summary)}
      onPress={() => {
        if (!undo.isPending) undo.mutate(undefined);
        onPress?.();
      }}
    >
      {APPROVALS.undo.opens}
    </Button>
  );
}
