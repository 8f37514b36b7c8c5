import type { InternalHandler } from "../../gen/rpc.ts";
import { writeReview } from "./as-member.ts";
import { lockPacket, updatePacket } from "./packet-store.ts";
import { revisedPacket } from "./revised-packet.ts";

/** Sets whether the packet is a draft, in review or closed; what it is already it stays, version included. */
export const editPacket: InternalHandler<"EditPacket"> = (body, call) =>
  writeReview(
    {
      teamId: body.team_id,
      action: "edit",
      work: async (tx) => {
        const packet = await lockPacket(tx, body.packet_id);
        const revised = revisedPacket(packet, { status: body.status }, []);
        if (revised !== undefined) await updatePacket(tx, revised);
        return packet.id;
      },
    },
    call,
  );
