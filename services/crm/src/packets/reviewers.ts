import type { Caller } from "@jst/caller";
import { AppError, invalidTransition, validationFailed, type FieldError } from "@jst/errors";
import type { InternalCall } from "@jst/rpc";
import { foldedEmail } from "@jst/values/email";
import type { NamedMember } from "../../gen/internal.ts";
import type { Reviewer, ReviewerDraft } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import type { SignedPacket } from "./readiness.ts";

/** Finds the members of the team by their e-mail addresses; asks nobody about none. */
export async function membersNamed(
  call: Pick<InternalCall<Deps>, "deps" | "hop">,
  teamId: string,
  emails: readonly string[],
): Promise<readonly NamedMember[]> {
  const question = { team_id: teamId, emails: [...emails] };
  const { members } = await call.deps.auth.findMembersByEmail(question, call.hop);
  return members;
}

/** Returns the addresses of a draft's reviewers. */
export const emailsOf = (reviewers: readonly { email: string }[]): string[] =>
  reviewers.map(({ email }) => email);

/** Returns the reviewers of a draft; names every one who is not among the members. */
export function reviewersOf(
  drafts: readonly ReviewerDraft[],
  members: readonly NamedMember[],
  errors: FieldError[],
): Reviewer[] {
  const named = new Map<string, Reviewer>();
  for (const [index, { email, required = true }] of drafts.entries()) {
    const field = `reviewers.${index}.email`;
    const member = members.find((one) => foldedEmail(one.email) === foldedEmail(email.trim()));
    if (member === undefined)
      errors.push({
        field,
        code: "not_found",
        message: "No member of your team has this e-mail address. Check the address.",
      });
    else if (named.has(member.id))
      errors.push({
        field,
        code: "duplicate",
        message: "The list has this reviewer twice. Send each reviewer once.",
      });
    else named.set(member.id, { id: member.id, name: member.email, required });
  }
  return [...named.values()];
}

/** Returns the id of the reviewer with this e-mail address; throws validation_failed at `reviewer` for another. */
export function namedReviewer({ reviewers }: SignedPacket, email: string): string {
  const wanted = foldedEmail(email.trim());
  const found = reviewers.find(({ name }) => foldedEmail(name) === wanted);
  if (found !== undefined) return found.id;
  const message = "No reviewer of the review packet has this e-mail address. Check the address.";
  throw validationFailed([{ field: "reviewer", code: "not_found", message }]);
}

/**
 * Returns the id of the member who is signed in, as a reviewer who has not signed the walkthrough. Throws
 * insufficient_scope for another member, and invalid_state_transition after the signature (review.signature).
 */
export function ownReviewer(packet: SignedPacket, { member_id: member }: Caller): string {
  if (member === undefined || !packet.reviewers.some(({ id }) => id === member))
    throw new AppError("insufficient_scope", "Only a reviewer of this review packet can answer and sign it.");
  if (!hasSigned(packet, member)) return member;
  throw signed("You already signed this walkthrough. You can answer and sign again in the next one.");
}

/** Tells whether the member has signed the walkthrough that the packet is at. */
export function hasSigned({ verdicts, walkthrough_version: current }: SignedPacket, member: string): boolean {
  return verdicts.some((one) => one.reviewer_id === member && one.walkthrough_version === current);
}

/** Makes the refusal to change what is signed. */
export function signed(detail: string): AppError {
  return invalidTransition({ from: "signed", to: "signed", allowed: [] }, detail);
}
