import type { TeamTx } from "@jst/db";
import type { VerdictWord } from "../packets/readiness.ts";
import { type LockedPacket, updatePacket } from "./packet-store.ts";

/** Verdict of a reviewer on a walkthrough. */
export interface VerdictInput {
  verdict: VerdictWord;
  note?: string | null;
}

/** Signs the packet's current walkthrough as the reviewer; the last signature of each reviewer counts. */
export async function sign(
  tx: TeamTx,
  packet: LockedPacket,
  reviewer: string,
  said: VerdictInput,
): Promise<void> {
  const { walkthrough_version: version, now: signed_at } = packet;
  const others = packet.verdicts.filter(({ reviewer_id: signer }) => signer !== reviewer);
  const note = said.note?.trim() === "" ? null : (said.note ?? null);
  const signature = {
    ...{ reviewer_id: reviewer, walkthrough_version: version, verdict: said.verdict, signed_at },
    note,
  };
  await updatePacket(tx, { ...packet, verdicts: [...others, signature] });
}

/** Begins the packet's next walkthrough; signatures stay, for the one they were given for. */
export function bump(tx: TeamTx, packet: LockedPacket): Promise<void> {
  return updatePacket(tx, { ...packet, walkthrough_version: packet.walkthrough_version + 1 });
}
