import { ProblemError } from "@jst/client";
import { Fragment, lazy, Suspense, useState, type ReactNode } from "react";
import { useSeenChange } from "../notifications/notices.ts";
import { ActorName, Proposer } from "../parts/actor-name.tsx";
import { Failure } from "../parts/failure.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { Pill } from "../parts/pill.tsx";
import { Turns } from "../parts/turns.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { STATES } from "../words/words.ts";
import { TINTS, useChangeset, useDecision, type Changeset } from "./changesets.ts";
import { Conflicts, namedConflicts } from "./conflicts.tsx";
import { Comments } from "./comments.tsx";
import { Decisions } from "./decisions.tsx";
import { ProposalEdits } from "./proposal-edits.tsx";
import { equalOperations } from "./equal-operations.ts";
import { Operation } from "./operation.tsx";
import { OperationsTable } from "./operations-table.tsx";
import { ConflictFields } from "./outcomes.tsx";
import { SetState } from "./set-state.tsx";
import { Standing } from "./standing.tsx";
import { APPROVALS } from "../words/approvals.ts";

// Few changes are those of an import.
const ImportRun = lazy(async () => ({ default: (await import("./import-run.tsx")).ImportRun }));

/** Reports whether the change is the run of an import, and not the undo of one. */
const isRun = ({ kind, undo_of: undoOf }: Changeset): boolean => kind === "set" && undoOf === undefined;

/** Operations before a page that may be asked for; a set may have more. */
const AFTER_MAX = 10_000;

/** A change with everything it does, and what there is to decide about it. */
export function Approval({ id }: { id: string }) {
  const [befores, setBefores] = useState<readonly string[]>(["0"]);
  const after = Number(befores.at(-1));
  const { data, error, isPlaceholderData: isLast } = useChangeset(id, after);
  if (data === undefined)
    return <Page title={APPROVALS.kind}>{error === null ? <Waiting /> : <Failure error={error} />}</Page>;
  const { operations, operation_count: count } = data;
  const end = after + operations.length;
  // The first changes of a run that waits stand for all of it.
  const isPreview = data.kind === "set" && data.status === "queued";
  return (
    <Shown changeset={data}>
      {error !== null && <Failure error={error} />}
      {isLast ? <Waiting /> : <Operations {...{ operations, after }} count={isPreview ? 0 : count} />}
      <Turns
        pages={befores}
        next={isLast || isPreview || isEnd(data, end) ? null : String(end)}
        onTurn={setBefores}
      />
    </Shown>
  );
}

const isEnd = ({ operations, operation_count: count }: Changeset, end: number): boolean =>
  operations.length === 0 || end >= count || end > AFTER_MAX;

function Shown({ changeset, children }: { changeset: Changeset; children: ReactNode }) {
  const { summary } = changeset;
  const decision = useDecision(changeset.id);
  useSeenChange(changeset.id);
  return (
    <Page title={summary} actions={<Decisions {...{ changeset, decision }} />}>
      <UnderWay {...{ changeset, decision }} />
      <Standing changeset={changeset} />
      <SetState of={changeset} />
      {isRun(changeset) && (
        <Suspense fallback={null}>
          <ImportRun of={changeset} />
        </Suspense>
      )}
      <Facts changeset={changeset} />
      <h2>{APPROVALS.changed}</h2>
      {children}
      {changeset.edited_by !== undefined && <ProposalEdits changeset={changeset} />}
      <Comments changeset={changeset} />
    </Page>
  );
}

/** A decision that is on its way or was refused, with the fields of a conflict. */
function UnderWay({
  changeset,
  decision,
}: {
  changeset: Changeset;
  decision: ReturnType<typeof useDecision>;
}) {
  const { error, isPending } = decision;
  if (isPending)
    return (
      <p className="aside" role="status">
        {APPROVALS.deciding}
      </p>
    );
  const problem = error instanceof ProblemError ? error.problem : undefined;
  if (problem?.code === "changeset_not_pending" && changeset.status !== "queued")
    return <p role="status">{APPROVALS.decidedBefore}</p>;
  if (error === null) return null;
  return (
    <Failure error={error}>
      <Conflicts of={error} />
      {problem !== undefined && namedConflicts(error).count === 0 && (
        <p>
          <ConflictFields {...{ problem, changeset }} />
        </p>
      )}
    </Failure>
  );
}

interface OperationsOf extends Pick<Changeset, "operations"> {
  /** How many come before. */
  after: number;
  /** How many there are, before and behind. */
  count: number;
}

/** Operations of one page of the change set, and how many it has in all. Nobody can read ten thousand at once. */
function Operations({ operations, after, count }: OperationsOf) {
  return (
    <>
      {operations.length < count && (
        <p className="aside">{APPROVALS.some(after + 1, after + operations.length, count)}</p>
      )}
      {equalOperations(operations, after).map(({ operations: equal, from }) => {
        const [operation] = equal;
        if (operation === undefined || equal.length > 1)
          return <OperationsTable key={from} of={{ operations: equal, from }} />;
        return (
          <Operation
            key={`${operation.id ?? ""} ${from}`}
            operation={operation}
            place={operations.length === 1 ? undefined : from}
          />
        );
      })}
    </>
  );
}

const { facts } = APPROVALS;

function Facts({ changeset }: { changeset: Changeset }) {
  const {
    status,
    reason,
    change_reason: why,
    created_at: made,
    expires_at: ends,
    decided_at: decided,
    decided_by: decider,
    undone_at: undone,
  } = changeset;
  return (
    <dl className="facts" aria-live="polite">
      <Fact name={facts.state}>
        <Pill tint={TINTS[status]}>{STATES[status]}</Pill>
      </Fact>
      <Fact name={ends === null ? facts.made : facts.proposed}>
        <Proposer of={changeset} />, <Moment at={made} />
      </Fact>
      {why !== undefined && <Fact name={facts.why}>{why}</Fact>}
      {status === "queued" && ends !== null && (
        <Fact name={facts.expires}>
          <Moment at={ends} />
        </Fact>
      )}
      {decided !== undefined && (
        <Fact name={facts.decided}>
          {decider !== undefined && (
            <>
              <ActorName of={decider} />,{" "}
            </>
          )}
          <Moment at={decided} />
        </Fact>
      )}
      {undone !== undefined && (
        <Fact name={facts.undone}>
          <Moment at={undone} />
        </Fact>
      )}
      <ApprovalFacts changeset={changeset} />
      {reason !== undefined && <Fact name={facts.reason}>{reason}</Fact>}
    </dl>
  );
}

/** Version, editor and approvals of a proposal. */
function ApprovalFacts({ changeset }: { changeset: Changeset }) {
  const { status, version = 1, edited_by: editor, approval, stale: isStale } = changeset;
  return (
    <>
      {editor !== undefined && (
        <Fact name={facts.version}>
          {APPROVALS.editedBy(version)} <ActorName of={editor} />
        </Fact>
      )}
      {approval !== undefined && status === "queued" && (
        <>
          <Fact name={facts.approvals}>
            {APPROVALS.given(
              approval.approvals.length,
              approval.needed,
              isStale === true ? undefined : (approval.eligible ?? undefined),
            )}
          </Fact>
          <Fact name={facts.deciders}>
            {APPROVALS.deciders(approval.approvers.roles, approval.approvers.members.length)}
          </Fact>
        </>
      )}
      {approval !== undefined && approval.approvals.length > 0 && (
        <Fact name={facts.approved}>
          {approval.approvals.map(({ by, at }, place) => (
            <Fragment key={`${place} ${by.id ?? ""}`}>
              {place > 0 && "; "}
              <ActorName of={by} />, <Moment at={at} />
            </Fragment>
          ))}
        </Fact>
      )}
      {approval?.rule != null && <Fact name={facts.rule}>{approval.rule.name}</Fact>}
      {approval?.rule?.message != null && <Fact name={facts.message}>{approval.rule.message}</Fact>}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
