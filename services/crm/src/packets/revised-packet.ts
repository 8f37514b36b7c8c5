import { validationFailed, type FieldError } from "@jst/errors";
import { isSameJson } from "@jst/resource";
import type { NamedMember } from "../../gen/internal.ts";
import type { ItemRevision, PacketItem, ReviewPatch, Reviewer } from "../../gen/rpc.ts";
import { dueOf, emptyAsNull, itemOf, requireTitle } from "./drafted-packet.ts";
import { hasSigned, reviewersOf, signed } from "./reviewers.ts";
import type { LockedPacket } from "./store.ts";

/** Returns the packet as the patch leaves it; undefined if it reads as before. Throws validation_failed. */
export function revisedPacket(
  packet: LockedPacket,
  patch: ReviewPatch,
  members: readonly NamedMember[],
): LockedPacket | undefined {
  const errors: FieldError[] = [];
  const { title, description, due_at: due, status, reviewers, items } = patch;
  const next: LockedPacket = {
    ...packet,
    ...(title === undefined ? {} : { title: title.trim() }),
    ...(description === undefined ? {} : { description: emptyAsNull(description) }),
    ...(due === undefined ? {} : { due_at: dueOf(due) }),
    ...(status === undefined ? {} : { phase: status }),
    ...(reviewers === undefined ? {} : { reviewers: revisedReviewers(packet, reviewers, members, errors) }),
    ...(items === undefined ? {} : { items: revisedItems(packet, items, errors) }),
  };
  requireTitle(next, errors);
  if (errors.length > 0) throw validationFailed(errors);
  const given = ["title", "description", "due_at", "phase", "reviewers", "items"] as const;
  return isSame(packet, next, given) ? undefined : next;
}

function isSame(packet: LockedPacket, next: LockedPacket, names: readonly (keyof LockedPacket)[]): boolean {
  return names.every((name) => isSameJson(packet[name], next[name]));
}

/** Refuses to change a walkthrough that a reviewer has signed: all sign the same text (review.editing). */
export function requireEditable(packet: LockedPacket, next: LockedPacket): void {
  if (isSame(packet, next, ["title", "description", "items"])) return;
  if (!packet.verdicts.some(({ reviewer_id: signer }) => hasSigned(packet, signer))) return;
  throw signed(
    "A reviewer has already signed this walkthrough. Start the next walkthrough, then change the review packet.",
  );
}

/** Returns the new reviewers. Former members may stay reviewers, and a reviewer who has signed stays. */
function revisedReviewers(
  packet: LockedPacket,
  drafts: NonNullable<ReviewPatch["reviewers"]>,
  members: readonly NamedMember[],
  errors: FieldError[],
): Reviewer[] {
  const known = packet.reviewers.map(({ id, name }) => ({ id, email: name.toLowerCase() }));
  const reviewers = reviewersOf(drafts, [...known, ...members], errors);
  const isGone = packet.verdicts.some(
    ({ reviewer_id: signer }) => !reviewers.some(({ id }) => id === signer),
  );
  if (isGone)
    errors.push({
      field: "reviewers",
      code: "not_allowed",
      message: "A reviewer who has signed cannot be removed. Send the list with that reviewer in it.",
    });
  return reviewers;
}

function revisedItems(
  packet: LockedPacket,
  drafts: readonly ItemRevision[],
  errors: FieldError[],
): PacketItem[] {
  const seen = new Set<string>();
  return drafts.map(({ id, ...draft }, index) => {
    const item = itemOf(draft, index, errors);
    if (id === undefined) return item;
    const before = packet.items.find((one) => one.id === id.toLowerCase());
    const refuse = (member: string, code: string, message: string) =>
      errors.push({ field: `items.${index}.${member}`, code, message });
    if (before === undefined)
      refuse("id", "not_found", "The review packet does not have a question with this id. Check the id.");
    else if (before.type !== item.type)
      refuse(
        "type",
        "not_allowed",
        "The type of a question cannot change. Remove the question, and add a new one.",
      );
    if (seen.has(id.toLowerCase()))
      refuse("id", "duplicate", "This question is listed twice. Send each question once.");
    seen.add(id.toLowerCase());
    return { ...item, id: id.toLowerCase() };
  });
}
