import { Link } from "wouter";
import type { Schemas } from "../api.ts";
import { Failure } from "../parts/failure.tsx";
import { PATHS, pathOf } from "../paths.ts";
import { methodsOf } from "../session/methods.ts";
import { APPROVALS } from "../words/approvals.ts";
import { PARTS } from "../words/parts.ts";
import { changedSince, refusedOf } from "../words/refused-decisions.ts";
import type { Changeset } from "./changesets.ts";
import type { Deciding } from "./several-decisions.tsx";
import { calledIn } from "./shown-values.ts";
import { UndoNow, useMayUndo, useUndo } from "./undo.tsx";
import { subjectOf, useShownBy } from "./use-shown-by.ts";

type Problem = NonNullable<Schemas["DecisionResult"]["problem"]>;

const { many } = APPROVALS;

/** Counts what was decided and what waits for another approval, and lists what was refused with its reason. */
export function Outcomes({ of: { writing, decidedOn, decided } }: { of: Deciding }) {
  const mayUndo = useMayUndo();
  if (writing.error !== null) return <Failure error={writing.error} />;
  const results = writing.data?.results;
  if (results === undefined) return null;
  const refused = results.flatMap(({ id, problem }) => (problem === undefined ? [] : [{ id, problem }]));
  const waiting = results.filter(({ changeset }) => changeset?.status === "queued");
  const done = results.flatMap(({ changeset }) => (changeset?.status === "executed" ? [changeset] : []));
  return (
    <div role="status">
      <p>
        {many.done[decided](results.length - refused.length - waiting.length)}{" "}
        {waiting.length > 0 && many.counted(waiting.length)}{" "}
        <UndoAll key={done[0]?.id} of={done.filter(mayUndo)} />
      </p>
      {refused.length > 0 && (
        <div className="failure">
          <p>{many.refused[decided](refused.length)}</p>
          <ul>
            {refused.map(({ id, problem }) => (
              <Refused key={id} id={id} problem={problem} changeset={decidedOn.get(id)} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Undoes what was approved at once, until it is undone. */
function UndoAll({ of: changesets }: { of: readonly Changeset[] }) {
  const undoable = { ids: changesets.map(({ id }) => id), summary: many.approved(changesets.length) };
  const undo = useUndo(undoable);
  return changesets.length === 0 || undo.isSuccess ? null : <UndoNow of={undoable} undo={undo} />;
}

interface RefusedOf {
  id: string;
  problem: Problem;
  changeset: Changeset | undefined;
}

/** A proposal with a link to it, what is wrong with it and what to do. */
function Refused({ id, problem, changeset }: RefusedOf) {
  const { by, isLoading } = useShownBy(changeset && subjectOf(changeset));
  const fields = isLoading ? [] : [...new Set(fieldsOf(problem).map((field) => calledIn(by, field)))];
  return (
    <li>
      <Link to={pathOf("approvals", id)}>{changeset?.summary ?? id}</Link>: {refusedOf(problem)}
      {fields.length > 0 && ` ${changedSince(fields)}`}
      {methodsOf(problem)?.length === 0 && (
        <>
          {" "}
          <Link to={PATHS.account}>{PARTS.addPasskey}</Link>
        </>
      )}
    </li>
  );
}

/** Fields that a conflict names. */
function fieldsOf(problem: Problem): string[] {
  const { conflicts = [] } = problem as { conflicts?: readonly { fields: readonly string[] }[] };
  return conflicts.flatMap(({ fields }) => fields);
}
