import type { TeamTx } from "@jst/db";
import { endNotices, wantNotice, type NoticeSubject } from "@jst/events";
import { hasSigned } from "./reviewers.ts";
import { type Phase, readinessOf, type SignedPacket } from "./readiness.ts";

/** As much of a packet as notices need. */
interface NoticedPacket extends SignedPacket {
  title: string;
  phase: Phase;
}

/**
 * Notifies the reviewers for whom the packet has begun to wait, and turns the notices read of those for whom it no
 * longer waits (notifications.reviews). `before` is absent for a new packet.
 */
export function noticeReview(tx: TeamTx, id: string, after: NoticedPacket, before?: NoticedPacket): void {
  const subject: NoticeSubject = { type: "packet", id };
  const waited = before === undefined ? [] : waitingFor(before);
  const waits = waitingFor(after);
  const isNext = before?.walkthrough_version !== after.walkthrough_version;
  const over = waited.filter((one) => isNext || !waits.includes(one));
  const begun = waits.filter((one) => isNext || !waited.includes(one));
  if (over.length > 0) endNotices(tx, "crm", { subject, members: over });
  if (begun.length === 0) return;
  const { actorType: type, actorId } = tx.context;
  wantNotice(tx, "crm", {
    kind: "review_waits",
    to: { members: begun },
    title: `Review waits: ${after.title}, walkthrough ${after.walkthrough_version}`,
    path: `/console/reviews/${id}`,
    subject,
    actor: { type, id: actorId === "" ? null : actorId },
  });
}

/** Returns the reviewers who can still sign a packet in review that is not ready. */
function waitingFor(packet: NoticedPacket): string[] {
  if (packet.phase !== "in_review" || readinessOf(packet).state === "ready") return [];
  return packet.reviewers.map(({ id }) => id).filter((id) => !hasSigned(packet, id));
}
