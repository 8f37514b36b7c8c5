import type { Schemas } from "../api.ts";
import { Appointment } from "../parts/moment.tsx";
import { REVIEWS, VERDICTS } from "../words/reviews.ts";
import type { Reviewed } from "./reviewed.ts";

/** Reviewers and the verdict that each has signed. */
export function Verdicts({ of: { packet, answers } }: { of: Reviewed }) {
  const required = new Set(packet.reviewers.flatMap((one) => (one.required ? [one.id] : [])));
  return (
    <>
      <h2>{REVIEWS.verdicts}</h2>
      {answers.verdicts.length === 0 && <p className="empty">{REVIEWS.noReviewers}</p>}
      <ul className="cards" aria-label={REVIEWS.verdicts}>
        {answers.verdicts.map((verdict) => (
          <li key={verdict.reviewer_id} className="card">
            <h3>
              {verdict.reviewer_name}
              {required.has(verdict.reviewer_id) && <span className="aside">{REVIEWS.must}</span>}
            </h3>
            <Said by={verdict} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Said({ by }: { by: Schemas["PacketVerdict"] }) {
  const { status, verdict, note, signed_at: at, walkthrough_version: walkthrough } = by;
  if (verdict === null) return <p className="aside">{REVIEWS.pending}</p>;
  return (
    <>
      <p>
        {VERDICTS[verdict]}
        {at !== null && (
          <>
            , <Appointment at={at} />
          </>
        )}
      </p>
      {status === "stale" && <p className="aside">{REVIEWS.stale(walkthrough)}</p>}
      {note !== null && <p className="text">{note}</p>}
    </>
  );
}
