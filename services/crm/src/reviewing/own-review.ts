import type { Caller } from "@jst/caller";
import { AppError } from "@jst/errors";
import type { LockedPacket } from "../review/packet-store.ts";
import { requireInReview } from "../review/phases.ts";

/**
 * The member who is signed in, as a reviewer of a packet that is in review; 403 for whoever is none, which everybody
 * may know who reads the packet.
 */
export function ownReview(packet: LockedPacket, { member_id: member }: Caller): string {
  requireInReview(packet);
  if (member !== undefined && packet.reviewers.some(({ id }) => id === member)) return member;
  throw new AppError("insufficient_scope", "Only a reviewer of the packet answers and signs it.");
}
