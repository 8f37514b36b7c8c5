import { useState, type ReactNode } from "react";
import { Button } from "react-aria-components";
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
      <Operations of={operations} count={count} />
    </Page>
  );
}

const SHOWN_AT_ONCE = 100;

interface OperationsOf {
  of: Changeset["operations"];
  /** How many there are, also where not all of them were answered. */
  count: number;
}

/** What a change does, a hundred operations at a time: a page of ten thousand is one that nobody can read. */
function Operations({ of, count }: OperationsOf) {
  const [most, setMost] = useState(SHOWN_AT_ONCE);
  const shown = of.slice(0, most);
  return (
    <>
      {shown.map((operation, index) => (
        <Operation key={`${operation.id ?? ""} ${index}`} operation={operation} />
      ))}
      {shown.length < count && <p className="aside">{APPROVALS.some(shown.length, count)}</p>}
      {shown.length < of.length && (
        <Button onPress={() => setMost(most + SHOWN_AT_ONCE)}>{APPROVALS.more}</Button>
      )}
    </>
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
