import { Button } from "react-aria-components";
import { Link } from "wouter";
import { Outcome } from "../parts/outcome.tsx";
import { pathOf } from "../paths.ts";
import { useSession } from "../session/session.ts";
import { APPROVALS } from "../words/approvals.ts";
import type { Changeset, useUndo } from "./changesets.ts";

/** Tests whether the session may undo the change: lists show members what is their own, and viewers write nothing. */
export function useMayUndo(): (changeset: Pick<Changeset, "reversible">) => boolean {
  const { role } = useSession().member;
  return ({ reversible }) => reversible && role !== "viewer";
}

interface UndoNowOf {
  changeset: Pick<Changeset, "id" | "summary">;
  undo: ReturnType<typeof useUndo>;
}

/** Button that undoes a change without a question: it names the change, and can be made again. */
export function UndoNow({ changeset: { summary }, undo }: UndoNowOf) {
  return (
    <Button
      className="quiet"
      aria-label={APPROVALS.undoOf(summary)}
      isPending={undo.isPending}
      onPress={() => undo.mutate(undefined)}
    >
      {APPROVALS.undo.opens}
    </Button>
  );
}

/** Outcome of an undo that is not done: it waits, or a refusal leads to the change, which shows it in full. */
export function NotUndone({ changeset: { id }, undo }: UndoNowOf) {
  return (
    <>
      <Outcome of={undo} />
      {undo.error !== null && <Link to={pathOf("approvals", id)}>{APPROVALS.show}</Link>}
    </>
  );
}
