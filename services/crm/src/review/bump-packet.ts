import type { InternalHandler } from "../../gen/rpc.ts";
import { writeReview } from "./as-member.ts";
import { lockOpenPacket, updatePacket } from "./packet-store.ts";

/** Begins the next walkthrough; signatures stay, for the one they were given for. */
export const bumpPacket: InternalHandler<"BumpPacket"> = (body, call) =>
  writeReview(
    {
      teamId: body.team_id,
      action: "bump",
      work: async (tx) => {
        const packet = await lockOpenPacket(tx, body.packet_id);
        await updatePacket(tx, { ...packet, walkthrough_version: packet.walkthrough_version + 1 });
        return packet.id;
      },
    },
    call,
  );
