import type { ReactNode } from "react";
import { Failure } from "../parts/failure.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { proposerOf, STATES } from "../words/words.ts";
import { useChangeset, useDecision, type Changeset } from "./changesets.ts";
import { Decisions } from "./decisions.tsx";
import { Operation } from "./operation.tsx";
import { APPROVALS } from "../words/approvals.ts";

/** A change with everything it does, and what there is to decide about it. */
export function Approval({ id }: { id: string }) {
  const { data, error } = useChangeset(id);
  if (data === undefined)
    return <Page title={APPROVALS.kind}>{error === null ? <Waiting /> : <Failure error={error} />}</Page>;
  return <Shown changeset={data} />;
}

function Shown({ changeset }: { changeset: Changeset }) {
  const { summary, operations, operation_count: count } = changeset;
  const decision = useDecision(changeset.id);
  return (
    <Page title={summary} actions={<Decisions changeset={changeset} decision={decision} />}>
      {decision.error !== null && <Failure error={decision.error} />}
      <Facts changeset={changeset} />
      <h2>{APPROVALS.changed}</h2>
      {operations.map((operation, index) => (
        <Operation key={`${operation.id ?? ""} ${index}`} operation={operation} />
      ))}
      {operations.length < count && <p className="aside">{APPROVALS.some(operations.length, count)}</p>}
    </Page>
  );
}

const { facts } = APPROVALS;

function Facts({ changeset }: { changeset: Changeset }) {
  const { status, reason, created_at: made, expires_at: ends, decided_at: decided } = changeset;
  return (
    <dl className="facts" aria-live="polite">
      <Fact name={facts.state}>
        <span className={`state ${status}`}>{STATES[status]}</span>
      </Fact>
      <Fact name={facts.proposed}>
        {proposerOf(changeset)}, <Moment at={made} />
      </Fact>
      {status === "queued" && ends !== null && (
        <Fact name={facts.expires}>
          <Moment at={ends} />
        </Fact>
      )}
      {decided !== undefined && (
        <Fact name={facts.decided}>
          <Moment at={decided} />
        </Fact>
      )}
      {reason !== undefined && <Fact name={facts.reason}>{reason}</Fact>}
    </dl>
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
