import type { ReactNode } from "react";
import { Link } from "wouter";
import { Proposer } from "../parts/actor-name.tsx";
import { Moment } from "../parts/moment.tsx";
import { pathOf } from "../paths.ts";
import { HOME } from "../words/approvals.ts";
import type { Changeset } from "./changesets.ts";
import { SetState } from "./set-state.tsx";
import { UndoNow, UndoOrWait, useUndo } from "./undo.tsx";
import { Whole } from "./whole.tsx";

interface ChangeLineOf {
  changeset: Changeset;
  /** More about it. */
  children?: ReactNode;
}

/** A change in a list, and its undo in one click where the person may undo it. */
export function ChangeLine({ changeset, children }: ChangeLineOf) {
  const { id, summary, created_at: made } = changeset;
  const undoable = { ids: [id], summary };
  const undo = useUndo(undoable);
  return (
    <li>
      <span>
        <Link to={pathOf("approvals", id)}>{summary}</Link>
        <Whole of={changeset} />
        <SetState of={changeset} />
        <span className="aside">
          {" "}
          {HOME.by} <Proposer of={changeset} />
        </span>
        {children}
      </span>
      <Moment at={made} />
      <UndoOrWait of={changeset}>
        <UndoNow of={undoable} undo={undo} />
      </UndoOrWait>
    </li>
  );
}
