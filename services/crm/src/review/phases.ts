import { invalidTransition, type AppError } from "@jst/errors";
import type { Phase, SignedPacket } from "../packets/readiness.ts";
import type { LockedPacket } from "./packet-store.ts";

/** Throws for a closed packet, which takes nothing but to be opened again. */
export function requireOpen(packet: { phase: Phase }): void {
  if (packet.phase === "closed") throw refused("closed", "The packet is closed: open it for review first.");
}

/** Throws for a packet that reviewers are not to look through yet, or any more. */
export function requireInReview(packet: { phase: Phase }): void {
  requireOpen(packet);
  if (packet.phase === "draft") throw refused("draft", "The packet is a draft: open it for review first.");
}

function refused(from: Phase, detail: string): AppError {
  const allowed = (["draft", "in_review", "closed"] as const).filter((phase) => phase !== from);
  return invalidTransition({ from, to: "in_review", allowed }, detail);
}

/** Whether the member has signed the walkthrough that the packet is at. */
export function hasSigned({ verdicts, walkthrough_version: current }: SignedPacket, member: string): boolean {
  return verdicts.some((one) => one.reviewer_id === member && one.walkthrough_version === current);
}

/** Throws where the reviewer has signed: neither the signature nor what was signed changes (review.signature). */
export function requireUnsigned(packet: LockedPacket, reviewer: string): void {
  if (!hasSigned(packet, reviewer)) return;
  const detail = "You have signed this walkthrough. You can answer and sign again in the next one.";
  throw invalidTransition({ from: "signed", to: "signed", allowed: [] }, detail);
}
