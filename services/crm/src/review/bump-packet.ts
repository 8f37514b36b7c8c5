import type { InternalHandler } from "../../gen/rpc.ts";
import { writeReview } from "./as-member.ts";
import { lockPacket } from "./packet-store.ts";
import { requireOpen } from "./phases.ts";
import { bump } from "./signing.ts";

/** Begins the next walkthrough; signatures stay, for the one they were given for. */
export const bumpPacket: InternalHandler<"BumpPacket"> = (body, call) =>
  writeReview(
    {
      teamId: body.team_id,
      action: "bump",
      work: async (tx) => {
        const packet = await lockPacket(tx, body.packet_id);
        requireOpen(packet);
        await bump(tx, packet);
        return packet.id;
      },
    },
    call,
  );
