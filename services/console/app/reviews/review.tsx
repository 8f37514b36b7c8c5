import { Detail } from "../parts/detail.tsx";
import { Appointment } from "../parts/moment.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { REVIEWS } from "../words/reviews.ts";
import { OwnReview } from "./own-review.tsx";
import { ReviewActs } from "./review-acts.tsx";
import { readReview, verdictOf, type Reviewed } from "./reviewed.ts";
import { Sheets } from "./sheets.tsx";
import { Verdicts } from "./verdicts.tsx";

/** One review: its reviewers, their answers, and the own answers and signature. */
export function Review({ id }: { id: string }) {
  const session = useSession();
  const mayWrite = mayDo(session, "review", "write");
  const { id: own } = session.member;
  const writes = (of: Reviewed) => mayWrite && verdictOf(of, own) !== undefined;
  return (
    <Detail
      kind={REVIEWS.kind}
      queryKey={["packet", id]}
      read={() => readReview(id)}
      title={({ packet }) => packet.title}
      actions={(of) => mayWrite && <ReviewActs of={of} />}
    >
      {(of) => (
        <>
          <Facts of={of} />
          <Verdicts of={of} />
          {writes(of) && <OwnReview of={of} member={own} />}
          <Sheets of={of} {...(writes(of) && { without: own })} />
        </>
      )}
    </Detail>
  );
}

const { facts, states } = REVIEWS;

function Facts({ of: { packet } }: { of: Reviewed }) {
  const { status, walkthrough_version: walkthrough, due_at: due, description } = packet;
  return (
    <dl className="facts">
      <div>
        <dt>{facts.state}</dt>
        <dd>{states[status]}</dd>
      </div>
      <div>
        <dt>{facts.walkthrough}</dt>
        <dd>{walkthrough}</dd>
      </div>
      {due !== null && (
        <div>
          <dt>{facts.due}</dt>
          <dd>
            <Appointment at={due} />
          </dd>
        </div>
      )}
      {description !== null && (
        <div>
          <dt>{facts.description}</dt>
          <dd className="text">{description}</dd>
        </div>
      )}
    </dl>
  );
}
