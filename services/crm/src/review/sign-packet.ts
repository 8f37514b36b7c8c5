import type { InternalHandler } from "../../gen/rpc.ts";
import { reviewerOf, writeReview } from "./as-member.ts";
import { lockOpenPacket, updatePacket } from "./packet-store.ts";

/** Signs the current walkthrough as a reviewer; the last signature of each reviewer counts. */
export const signPacket: InternalHandler<"SignPacket"> = (body, call) =>
  writeReview(
    {
      teamId: body.team_id,
      action: "sign",
      work: async (tx) => {
        const packet = await lockOpenPacket(tx, body.packet_id);
        const { id } = reviewerOf(packet, body.reviewer);
        const { walkthrough_version: version, now: signed_at } = packet;
        const others = packet.verdicts.filter(({ reviewer_id: signer }) => signer !== id);
        const signature = {
          ...{ reviewer_id: id, walkthrough_version: version, verdict: body.verdict, signed_at },
          note: body.note === "" ? null : (body.note ?? null),
        };
        await updatePacket(tx, { ...packet, verdicts: [...others, signature] });
        return packet.id;
      },
    },
    call,
  );
