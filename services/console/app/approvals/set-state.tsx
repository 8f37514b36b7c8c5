import { APPROVALS } from "../words/approvals.ts";
import type { Changeset } from "./changesets.ts";

/** Counts of a set, how far its work or its undo has come, and what an undo has left as it was (console.sets). */
export function SetState({ of: changeset }: { of: Changeset }) {
  const { kind, status, progress, undo_of: undoOf, left_count: left = 0 } = changeset;
  const isBegun = status === "executed" || status === "undone";
  if (kind === undefined || progress === undefined || !isBegun) return null;
  const { done, total } = progress;
  const isRunning = changeset.executed_at === undefined;
  const percent = total === 0 ? 0 : Math.floor((100 * done) / total);
  return (
    <span className="aside">
      {" "}
      {APPROVALS.setCounts(changeset.operation_count, changeset.member_count ?? 0)}
      {isRunning && (
        <>; {undoOf === undefined ? APPROVALS.setRuns(percent) : APPROVALS.setUndoRuns(percent)}</>
      )}
      {left > 0 && <>; {APPROVALS.setLeft(left)}</>}
    </span>
  );
}
