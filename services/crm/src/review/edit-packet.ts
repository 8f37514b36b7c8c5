import type { InternalHandler } from "../../gen/rpc.ts";
import { writeReview } from "./as-member.ts";
import { lockPacket, updatePacket } from "./packet-store.ts";

/** Sets whether the packet is a draft, in review or closed; what it is already it stays, version included. */
export const editPacket: InternalHandler<"EditPacket"> = (body, call) =>
  writeReview(
    {
      teamId: body.team_id,
      action: "edit",
      work: async (tx) => {
        const packet = await lockPacket(tx, body.packet_id);
        if (packet.phase !== body.status) await updatePacket(tx, { ...packet, phase: body.status });
        return packet.id;
      },
    },
    call,
  );
