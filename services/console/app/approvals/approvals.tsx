import { useState } from "react";
import { Link } from "wouter";
import { Proposer } from "../parts/actor-name.tsx";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { useSaidChoice } from "../parts/said.ts";
import { STATES } from "../words/words.ts";
import { changesetsOf, mayDecideOn, type Changeset, type Status } from "./changesets.ts";
import { Glance } from "./glance.tsx";
import { useSession } from "../session/session.ts";
import { Outcomes } from "./outcomes.tsx";
import { SeveralDecisions, useDeciding, type Deciding } from "./several-decisions.tsx";
import { Choices } from "../parts/choices.tsx";
import { pathOf } from "../paths.ts";
import { APPROVALS } from "../words/approvals.ts";
import { TITLES } from "../words/places.ts";
import { SetState } from "./set-state.tsx";
import { Whole } from "./whole.tsx";

/** Views of the list, the most urgent first. */
const VIEWS = ["queued", "executed", "rejected", "conflicted", "undone", "expired"] as const;
type View = (typeof VIEWS)[number];
const views = Object.fromEntries(VIEWS.map((one) => [one, STATES[one]])) as Record<View, string>;

/** The page of change sets: those that wait for a decision, and those that were decided. */
export function Approvals() {
  const [status, setStatus] = useSaidChoice(views, "queued");
  const deciding = useDeciding();
  return (
    <Page title={TITLES.approvals}>
      <Choices label={APPROVALS.which} of={views} is={status} onChoose={setStatus} />
      <Outcomes of={deciding} />
      <Listing key={status} {...changesetsOf(status)} none={<Empty status={status} />}>
        {(changesets) => <Cards changesets={changesets} deciding={deciding} />}
      </Listing>
    </Page>
  );
}

/** Changes of a page, with a box for each that the person may decide on. */
function Cards({ changesets, deciding }: { changesets: readonly Changeset[]; deciding: Deciding }) {
  const session = useSession();
  const mine = changesets.filter((changeset) => mayDecideOn(session, changeset));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => [...before.filter((one) => one !== id), ...(isChosen ? [id] : [])]);
  return (
    <>
      <SeveralDecisions of={mine} {...{ chosen, deciding }} onChoose={setChosen} />
      <ul className="cards" aria-label={APPROVALS.list}>
        {changesets.map((changeset) => (
          <Card
            key={changeset.id}
            changeset={changeset}
            isChosen={chosen.includes(changeset.id)}
            {...(mine.includes(changeset) && { onChoose: (is: boolean) => choose(changeset.id, is) })}
          />
        ))}
      </ul>
    </>
  );
}

interface CardOf {
  changeset: Changeset;
  isChosen: boolean;
  /** Absent where the person does not decide. */
  onChoose?: (isChosen: boolean) => void;
}

function Card({ changeset, isChosen, onChoose }: CardOf) {
  const { id, summary, created_at: made, expires_at: ends, status } = changeset;
  const { operation_count: count, change_reason: why, stale: isStale } = changeset;
  return (
    <li className={onChoose === undefined ? "card" : "card choosable"}>
      {onChoose !== undefined && (
        <label className="choose">
          <input
            type="checkbox"
            aria-label={APPROVALS.choose(summary)}
            checked={isChosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
        </label>
      )}
      <Link to={pathOf("approvals", id)}>{summary}</Link>
      <Whole of={changeset} />
      <SetState of={changeset} />
      <Glance of={changeset} />
      <p className="aside">
        {APPROVALS.by} <Proposer of={changeset} />, <Moment at={made} />
        {count > 1 && changeset.kind === undefined && <>; {APPROVALS.changes(count)}</>}
        {status === "queued" && ends !== null && (
          <>
            ; {APPROVALS.expires} <Moment at={ends} />
          </>
        )}
      </p>
      {isStale === true && <p className="fault">{APPROVALS.stale}</p>}
      {why !== undefined && <p className="reason">{why}</p>}
    </li>
  );
}

function Empty({ status }: { status: Status }) {
  return <p>{status === "queued" ? APPROVALS.none : APPROVALS.noneOf}</p>;
}
