import type { TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import { recordAudit } from "@jst/events";
import { requireVersion } from "@jst/resource";
import type { Call, Reply } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import { packets } from "../packets/packet.ts";
import { entryOf } from "../review/entry.ts";
import { type LockedPacket, lockPacket } from "../review/packet-store.ts";

/** A write of one packet by the member who is signed in. */
export interface PacketWrite {
  /** Verb of the audit log: "sign". */
  action: string;
  /** Writes the locked packet; answers false where nothing is to be written. */
  work: (tx: TeamTx, packet: LockedPacket) => Promise<boolean>;
}

/** Runs the write over the version that was read, with its entry in the audit log, and answers the packet. */
export function writePacket(
  call: Call<Deps>,
  id: string | undefined,
  { action, work }: PacketWrite,
): Promise<Reply> {
  return call.write(async (tx) => {
    const packet = await lockPacket(tx, id);
    requireVersion("review packet", packet.version, call.ifMatch);
    const isChanged = await work(tx, packet);
    if (isChanged) recordAudit(tx, entryOf(action, packet.id));
    return { ...(await shownPacket(tx, packet.id)), isUnchanged: !isChanged };
  });
}

/** The packet as GET answers it. */
export async function shownPacket(
  tx: TeamTx,
  id: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const [row] = await tx.query<{ id: string; version: number; body: string }>(
    packets.store.find(tx.context.teamId, id),
  );
  if (row === undefined) throw notFound();
  return packets.reply(row, headers);
}
