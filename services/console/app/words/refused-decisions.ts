import type { Problem } from "@jst/client";
import { APPROVALS } from "./approvals.ts";
import { remedyOf } from "./failures.ts";

type Code = Problem["code"];

const notReached =
  "The request ended before this proposal was decided on. It still waits: decide on it again.";

/** Sentences about a proposal of several that was not decided on: what is wrong, and what to do. */
const REFUSED: Readonly<Partial<Record<Code, string>>> = {
  changeset_conflict: APPROVALS.conflictedSays,
  not_undoable:
    "The change that it undoes is undone already, or can no longer be undone. There is nothing left to do.",
  changeset_not_pending:
    "It is already approved, rejected, withdrawn or expired. Open it to see its state; there is nothing left to decide.",
  version_conflict:
    "Somebody edited it after this list showed it. It still waits: open it, check the new values, and decide there.",
  insufficient_scope:
    "You cannot decide on it, or its proposer no longer has the right to make this change. It still waits: open it to see who can approve it, or reject it.",
  viewer_read_only: "Its proposer can now only read, so it cannot be approved. Reject it.",
  rule_refused:
    "An approval rule of the team does not allow this change. It still waits: open it to edit its values, or reject it.",
  not_found: "It no longer exists, or you can no longer read it. Reload the page.",
  timeout: notReached,
  unavailable: notReached,
  idempotency_in_progress: notReached,
};

/** Outcome of a proposal that has failed because its values are no longer valid. */
const INVALID =
  "Its values are no longer valid, so it was not applied. Open it to see them, and ask for a new proposal.";

/** Refusals after which a proposal still waits; their general words say what to do. */
const OUTLIVED: readonly Code[] = [
  "recipient_opted_out",
  "consent_missing",
  "recipient_suppressed",
  "idempotency_key_reused",
];

const UNPROCESSABLE = 422;

/** Returns what a person reads about one of several proposals that was refused. */
export function refusedOf(problem: Pick<Problem, "code" | "status" | "errors">): string {
  const { code, status } = problem;
  const own = REFUSED[code];
  if (own !== undefined) return own;
  return status === UNPROCESSABLE && !OUTLIVED.includes(code) ? INVALID : remedyOf(problem);
}

/** Names the fields that were changed after the proposal. */
export const changedSince = (fields: readonly string[]): string => `Changed since: ${fields.join(", ")}.`;
