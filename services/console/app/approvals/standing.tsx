import { Link } from "wouter";
import { useSession } from "../session/session.ts";
import { APPROVALS } from "../words/approvals.ts";
import { hasApproved, mayDecideOn, type Changeset } from "./changesets.ts";
import { placeOf } from "./places.ts";
import { RecordChanges } from "./record-changes.tsx";

/** Sentences about what a proposal waits for, and why it cannot be approved. */
export function Standing({ changeset }: { changeset: Changeset }) {
  const { status, stale: isStale } = changeset;
  if (status === "conflicted") return <Blocked changeset={changeset} says={APPROVALS.conflictedSays} />;
  if (isStale === true) return <Blocked changeset={changeset} says={APPROVALS.staleSays} />;
  return status === "queued" ? <Votes changeset={changeset} /> : null;
}

function Blocked({ changeset: { operations }, says }: { changeset: Changeset; says: string }) {
  const [changed] = operations.filter((operation) => placeOf(operation) !== undefined);
  const place = changed && placeOf(changed);
  return (
    <>
      <p className="failure" role="status">
        {says} {place !== undefined && <Link to={place.path}>{place.opens}</Link>}
      </p>
      {changed?.id !== undefined && <RecordChanges resource={changed.resource} id={changed.id} />}
    </>
  );
}

function Votes({ changeset }: { changeset: Changeset }) {
  const session = useSession();
  const { approval } = changeset;
  if (approval === undefined) return null;
  const { approvals, needed, eligible, rule } = approval;
  if (hasApproved(session, changeset) && approvals.length < needed)
    return <p role="status">{APPROVALS.youApproved(approvals.length, needed)}</p>;
  if (changeset.proposed_by.id === session.member.id && !mayDecideOn(session, changeset))
    return <p role="status">{APPROVALS.ownProposal}</p>;
  if (eligible !== 1 || rule === null) return null;
  return <p role="status">{mayDecideOn(session, changeset) ? APPROVALS.onlyYou : APPROVALS.onlyOne}</p>;
}
