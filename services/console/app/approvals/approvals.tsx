import { useState } from "react";
import { Link } from "wouter";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { proposerOf, STATES } from "../words/words.ts";
import { changesetsOf, type Changeset, type Status } from "./changesets.ts";

/** What the list can show, the most urgent first. */
const VIEWS: readonly Status[] = ["queued", "executed", "rejected", "conflicted", "undone", "expired"];

/** What waits for a decision, and what was decided. */
export function Approvals() {
  const [status, setStatus] = useState<Status>("queued");
  return (
    <Page title="Approvals">
      <div className="choices" role="group" aria-label="Which changes">
        {VIEWS.map((one) => (
          <button key={one} type="button" aria-pressed={one === status} onClick={() => setStatus(one)}>
            {STATES[one]}
          </button>
        ))}
      </div>
      <Listing key={status} {...changesetsOf(status)} none={<Empty status={status} />}>
        {(changesets) => (
          <ul className="cards" aria-label="Changes">
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
      <Link to={`/approvals/${id}`}>{summary}</Link>
      <p className="aside">
        By {proposerOf(changeset)}, <Moment at={made} />
        {count > 1 && <>; {count} changes</>}
        {status === "queued" && ends !== null && (
          <>
            ; expires <Moment at={ends} />
          </>
        )}
      </p>
    </li>
  );
}

function Empty({ status }: { status: Status }) {
  if (status !== "queued") return <p>Nothing is {STATES[status]}.</p>;
  return (
    <p>
      Nothing waits for you. What an agent or a person&apos;s token writes appears here within seconds, and is
      in force once you approve it.
    </p>
  );
}
