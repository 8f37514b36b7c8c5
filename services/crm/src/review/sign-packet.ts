import type { InternalHandler } from "../../gen/rpc.ts";
import { reviewerOf, writeReview } from "./as-member.ts";
import { lockPacket } from "./packet-store.ts";
import { requireOpen } from "./phases.ts";
import { sign } from "./signing.ts";

/** Signs the current walkthrough as a reviewer; the last signature of each reviewer counts. */
export const signPacket: InternalHandler<"SignPacket"> = (body, call) =>
  writeReview(
    {
      teamId: body.team_id,
      action: "sign",
      work: async (tx) => {
        const packet = await lockPacket(tx, body.packet_id);
        requireOpen(packet);
        await sign(tx, packet, reviewerOf(packet, body.reviewer).id, body);
        return packet.id;
      },
    },
    call,
  );
