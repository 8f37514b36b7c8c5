import { Link } from "wouter";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { useSaidChoice } from "../parts/said.ts";
import { proposerOf, STATES } from "../words/words.ts";
import { changesetsOf, type Changeset, type Status } from "./changesets.ts";
import { Choices } from "../parts/choices.tsx";
import { pathOf } from "../paths.ts";
import { APPROVALS } from "../words/approvals.ts";
import { TITLES } from "../words/places.ts";
import { Whole } from "./whole.tsx";

/** Views of the list, the most urgent first. */
const VIEWS = ["queued", "executed", "rejected", "conflicted", "undone", "expired"] as const;
type View = (typeof VIEWS)[number];
const views = Object.fromEntries(VIEWS.map((one) => [one, STATES[one]])) as Record<View, string>;

/** The page of change sets: those that wait for a decision, and those that were decided. */
export function Approvals() {
  const [status, setStatus] = useSaidChoice(views, "queued");
  return (
    <Page title={TITLES.approvals}>
      <Choices label={APPROVALS.which} of={views} is={status} onChoose={setStatus} />
      <Listing key={status} {...changesetsOf(status)} none={<Empty status={status} />}>
        {(changesets) => (
          <ul className="cards" aria-label={APPROVALS.list}>
            {changesets.map((changeset) => (
              <Card key={changeset.id} changeset={changeset} />
            ))}
          </ul>
        )}
      </Listing>
    </Page>
  );
}

function Card({ changeset }: { changeset: Changeset }) {
  const { id, summary, created_at: made, expires_at: ends, status, operation_count: count } = changeset;
  return (
    <li className="card">
      <Link to={pathOf("approvals", id)}>{summary}</Link>
      <Whole of={changeset} />
      <p className="aside">
        {APPROVALS.by(proposerOf(changeset))}, <Moment at={made} />
        {count > 1 && <>; {APPROVALS.changes(count)}</>}
        {status === "queued" && ends !== null && (
          <>
            ; {APPROVALS.expires} <Moment at={ends} />
          </>
        )}
      </p>
    </li>
  );
}

function Empty({ status }: { status: Status }) {
  return <p>{status === "queued" ? APPROVALS.none : APPROVALS.noneOf(STATES[status])}</p>;
}
