import type { Packet, PacketReadiness, Reviewer } from "../../gen/rpc.ts";

/** Verdict of a reviewer on a walkthrough. */
export type VerdictWord = "approve" | "request_changes" | "abstain";

/** The last signature of one reviewer. */
export interface Signature {
  reviewer_id: string;
  walkthrough_version: number;
  verdict: VerdictWord;
  note: string | null;
  signed_at: string;
}

/** Part of a packet's status that is set; the rest follows from the signatures. */
export type Phase = "draft" | "in_review" | "closed";

/** As much of a packet as its readiness follows from. */
export interface SignedPacket {
  walkthrough_version: number;
  reviewers: readonly Reviewer[];
  verdicts: readonly Signature[];
}

/**
 * How far the signatures on the current walkthrough have come; those on earlier ones do not count. A packet is ready
 * when all required reviewers approve, without any when somebody has signed, and never while anybody wants changes.
 */
export function readinessOf({
  walkthrough_version: version,
  reviewers,
  verdicts,
}: SignedPacket): PacketReadiness {
  const current = verdicts.filter((one) => one.walkthrough_version === version);
  const said = new Map(current.map(({ reviewer_id: id, verdict }) => [id, verdict]));
  const required = reviewers.filter((reviewer) => reviewer.required);
  const blocks = ({ id, required: isRequired }: Reviewer): boolean =>
    said.get(id) === "request_changes" || (isRequired && said.get(id) !== "approve");
  const isApproved = required.every(({ id }) => said.get(id) === "approve");
  return {
    state: stateOf(new Set(said.values()), isApproved),
    required_reviewers: required.length,
    signed: current.length,
    approvals: current.filter(({ verdict }) => verdict === "approve").length,
    blocking: reviewers.filter(blocks).map(({ id }) => id),
  };
}

function stateOf(said: ReadonlySet<VerdictWord>, isApproved: boolean): PacketReadiness["state"] {
  if (said.size === 0) return "not_started";
  if (said.has("request_changes")) return "changes_requested";
  return isApproved ? "ready" : "in_progress";
}

const STATUS = { ready: "approved", changes_requested: "changes_requested" } as const;

/** The status that a packet shows: a draft and a closed one are what was set. */
export function statusOf(phase: Phase, { state }: PacketReadiness): Packet["status"] {
  if (phase !== "in_review") return phase;
  return state === "ready" || state === "changes_requested" ? STATUS[state] : "in_review";
}
