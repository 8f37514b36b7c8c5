import { useEffect, useRef, type ReactNode } from "react";
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

/**
 * Counts what was decided and what waits for another approval, and lists what was refused with its reason. It scrolls
 * into view, since a person decides at the end of a long list too.
 */
export function Outcomes({ of: { writing, decidedOn, decided } }: { of: Deciding }) {
  const box = useRef<HTMLDivElement>(null);
  const { data, error, isPending } = writing;
  useEffect(() => {
    if (data !== undefined || error !== null) box.current?.scrollIntoView({ block: "center" });
  }, [data, error]);
  return (
    <div ref={box} role="status">
      {isPending && <p className="aside">{many.deciding(decidedOn.size)}</p>}
      {error !== null && <Failure error={error} />}
      {data !== undefined && <Results results={data.results} {...{ decidedOn, decided }} />}
    </div>
  );
}

interface ResultsOf extends Pick<Deciding, "decidedOn" | "decided"> {
  results: readonly Schemas["DecisionResult"][];
}

function Results({ results, decidedOn, decided }: ResultsOf) {
  const mayUndo = useMayUndo();
  const refused = results.flatMap(({ id, problem }) => (problem === undefined ? [] : [{ id, problem }]));
  const waiting = results.filter(({ changeset }) => changeset?.status === "queued");
  const done = results.flatMap(({ changeset }) => (changeset?.status === "executed" ? [changeset] : []));
  return (
    <>
      <Done key={done[0]?.id} of={done.filter(mayUndo)}>
        {many.done[decided](results.length - refused.length - waiting.length)}{" "}
        {waiting.length > 0 && many.counted(waiting.length)}
      </Done>
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
    </>
  );
}

/** Counts what was approved at once with its undo; once it is undone, it says so. */
function Done({ of: changesets, children }: { of: readonly Changeset[]; children: ReactNode }) {
  const undoable = { ids: changesets.map(({ id }) => id), summary: many.approved(changesets.length) };
  const undo = useUndo(undoable);
  if (undo.data?.refused.length === 0 && undo.data.waiting.length === 0)
    return <p>{many.undone(changesets.length)}</p>;
  return (
    <p>
      {children} {changesets.length > 0 && !undo.isSuccess && <UndoNow of={undoable} undo={undo} />}
    </p>
  );
}

interface RefusedOf {
  id: string;
  problem: Problem;
  changeset: Changeset | undefined;
}

/** A proposal with a link to it, what is wrong with it and what to do. */
function Refused({ id, problem, changeset }: RefusedOf) {
  return (
    <li>
      <Link to={pathOf("approvals", id)}>{changeset?.summary ?? id}</Link>: {refusedOf(problem)}{" "}
      <ConflictFields {...{ problem, changeset }} />
      {methodsOf(problem)?.length === 0 && (
        <>
          {" "}
          <Link to={PATHS.account}>{PARTS.addPasskey}</Link>
        </>
      )}
    </li>
  );
}

/** Names the fields of a conflict as the page of its change does. */
export function ConflictFields({ problem, changeset }: Omit<RefusedOf, "id">) {
  const { by, isLoading } = useShownBy(changeset && subjectOf(changeset));
  const fields = isLoading ? [] : [...new Set(fieldsOf(problem).map((field) => calledIn(by, field)))];
  return fields.length === 0 ? null : changedSince(fields);
}

/** Fields that a conflict names. */
function fieldsOf(problem: Problem): string[] {
  const { conflicts = [] } = problem as { conflicts?: readonly { fields: readonly string[] }[] };
  return conflicts.flatMap(({ fields }) => fields);
}
