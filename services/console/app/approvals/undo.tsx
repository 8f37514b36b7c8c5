import { isQueued } from "@jst/client";
import { Button } from "react-aria-components";
import { Link } from "wouter";
import { Failure } from "../parts/failure.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useWriting } from "../parts/writing.ts";
import { pathOf } from "../paths.ts";
import { useSession } from "../session/session.ts";
import { APPROVALS } from "../words/approvals.ts";
import { undoChange, type Changeset } from "./changesets.ts";

/** Tests whether the session may undo the change: lists show members what is their own, and viewers write nothing. */
export function useMayUndo(): (changeset: Pick<Changeset, "reversible">) => boolean {
  const { role } = useSession().member;
  return ({ reversible }) => reversible && role !== "viewer";
}

/** Undoes a change without force, by which all that is shown may change. A toast says that it is done, or why not. */
export const useUndo = ({ id, summary }: Pick<Changeset, "id" | "summary">) =>
  useWriting({
    send: (_nothing: undefined, header) => undoChange(id, false, header),
    touches: [[]],
    onDone: (result) => {
      if (!isQueued(result)) showToast({ text: APPROVALS.undone(summary) });
    },
    onRefused: (error) =>
      showToast({
        text: APPROVALS.notUndone(summary),
        stays: true,
        more: (close) => (
          <Failure error={error}>
            <Link to={pathOf("approvals", id)} onClick={close}>
              {APPROVALS.show}
            </Link>
          </Failure>
        ),
      }),
  });

interface UndoNowOf {
  changeset: Pick<Changeset, "id" | "summary">;
  undo: ReturnType<typeof useUndo>;
  onPress?: () => void;
}

/** Button that undoes a change without a question: it names the change, and can be made again. */
export function UndoNow({ changeset: { summary }, undo, onPress }: UndoNowOf) {
  return (
    <Button
      className="quiet"
      aria-label={APPROVALS.undoOf(summary)}
      isPending={undo.isPending}
      onPress={() => {
        undo.mutate(undefined);
        onPress?.();
      }}
    >
      {APPROVALS.undo.opens}
    </Button>
  );
}
