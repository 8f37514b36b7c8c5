import type { TeamTx } from "@jst/db";
import { Lifecycle, type Command } from "@jst/resource";
import type { Reply } from "@jst/rpc";
import type { NamedMember } from "../../gen/internal.ts";
import type { ReviewPatch } from "../../gen/rpc.ts";
import type { VerdictWord } from "./readiness.ts";
import { requireEditable, revisedPacket } from "./revised-packet.ts";
import { lockPacket, updatePacket, type LockedPacket } from "./store.ts";

/** Reply of a write: the packet, or a sheet of it. */
interface WrittenPacket {
  id: string;
  version: number;
  body: Reply["body"];
}

/** One change of a packet. */
export type PacketCommand = Command<LockedPacket, WrittenPacket, void>;

/** Review packets by the status that was set; readiness follows from the signatures (review.status). */
export const lifecycle = new Lifecycle<LockedPacket, WrittenPacket, void>({
  noun: "A review packet",
  audited: "review",
  states: {
    draft: ["in_review", "closed"],
    in_review: ["draft", "closed"],
    closed: ["draft", "in_review"],
  },
  lock: lockPacket,
  itemOf: ({ id, phase, version }) => ({ id, status: phase, version }),
});

const details = {
  closed: "The review packet is closed. Open it for review first.",
  draft: "The review packet is a draft. Open it for review first.",
} as const;

/** Returns why a packet takes nothing but to be opened again. */
export const refuseClosed = ({ phase }: LockedPacket): string | undefined =>
  phase === "closed" ? details.closed : undefined;

/** Returns why reviewers do not answer and sign a packet by hand. */
export const refuseUnlessInReview = ({ phase }: LockedPacket): string | undefined =>
  phase === "in_review" ? undefined : details[phase];

/** Begins the next walkthrough; signatures stay, for the one they were given for (review.verdicts). */
export const bump: PacketCommand = {
  action: "packet.bump",
  refuse: refuseClosed,
  store: (tx, packet) =>
    updatePacket(
      tx,
      packet,
      { ...packet, walkthrough_version: packet.walkthrough_version + 1 },
      "packet.bumped",
    ),
};

/** Applies a patch to a locked packet; undefined if the packet reads as before (review.editing). */
export async function edit(
  tx: TeamTx,
  packet: LockedPacket,
  patch: ReviewPatch,
  members: readonly NamedMember[],
): Promise<WrittenPacket | undefined> {
  const revised = revisedPacket(packet, patch, members);
  if (revised === undefined) return undefined;
  const command: PacketCommand = {
    action: "packet.edit",
    ...(revised.phase === packet.phase ? { refuse: refuseClosed } : { to: revised.phase }),
    store: () => {
      requireEditable(packet, revised);
      return updatePacket(tx, packet, revised, "packet.updated");
    },
  };
  return lifecycle.enter(tx, packet, command);
}

/** Verdict of a reviewer on a walkthrough. */
export interface VerdictInput {
  verdict: VerdictWord;
  note?: string | null;
}

/** Signs the packet's current walkthrough as the reviewer; the last signature of each reviewer counts. */
export function sign(
  tx: TeamTx,
  packet: LockedPacket,
  reviewer: string,
  { verdict, note: text = null }: VerdictInput,
): Promise<WrittenPacket> {
  const { walkthrough_version, now: signed_at } = packet;
  const others = packet.verdicts.filter(({ reviewer_id: signer }) => signer !== reviewer);
  const note = text?.trim() === "" ? null : text;
  const signature = { reviewer_id: reviewer, walkthrough_version, verdict, signed_at, note };
  return updatePacket(tx, packet, { ...packet, verdicts: [...others, signature] }, "review.signed");
}
