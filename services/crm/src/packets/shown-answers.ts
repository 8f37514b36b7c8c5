import type { AnswerSheet, PacketItem, PacketReadiness, PacketVerdict, Reviewer } from "../../gen/rpc.ts";
import type { SignedPacket } from "./readiness.ts";

/** Saved sheet of a reviewer. */
export interface StoredSheet {
  reviewer_id: string;
  answers: Record<string, unknown>;
  version: number;
  updated_at: string;
}

/** A packet with all that was said of it. */
export interface AnsweredPacket extends SignedPacket {
  items: readonly PacketItem[];
  readiness: PacketReadiness;
  sheets: readonly StoredSheet[];
}

/** The verdict of each reviewer, in their order: signed for this walkthrough, stale for an earlier one, or pending. */
export function verdictsOf({
  reviewers,
  verdicts,
  walkthrough_version: version,
}: SignedPacket): PacketVerdict[] {
  return reviewers.map(({ id, name }) => {
    const reviewer = { reviewer_id: id, reviewer_name: name };
    const signature = verdicts.find(({ reviewer_id: signer }) => signer === id);
    if (signature === undefined) {
      const nothing = { verdict: null, note: null, signed_at: null };
      return { ...reviewer, walkthrough_version: version, status: "pending", ...nothing };
    }
    const status = signature.walkthrough_version === version ? "signed" : "stale";
    const { walkthrough_version: signed, verdict, note, signed_at: at } = signature;
    return { ...reviewer, walkthrough_version: signed, status, verdict, note, signed_at: at };
  });
}

/** The sheets of those who have saved one, in the order of the reviewers. */
export function sheetsOf({ reviewers, items, sheets }: AnsweredPacket): AnswerSheet[] {
  return reviewers.flatMap(({ id }: Reviewer) => {
    const sheet = sheets.find(({ reviewer_id: writer }) => writer === id);
    return sheet === undefined ? [] : [sheetOf(items, sheet)];
  });
}

/** One sheet, with how much of what the packet asks it answers. */
export function sheetOf(items: readonly PacketItem[], sheet: StoredSheet): AnswerSheet {
  const { reviewer_id, answers, version, updated_at } = sheet;
  const answeredCount = items.filter((item) => isAnswered(answers[item.id])).length;
  return { reviewer_id, answers, answeredCount, total_items: items.length, updated_at, version };
}

/** Tests for an answer: false and 0 are answers; nothing, an empty text and an empty list are not. */
export function isAnswered(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return false;
  return !Array.isArray(value) || value.length > 0;
}
