import type { InternalHandler } from "../../gen/rpc.ts";
import { requireAnswers } from "./answer-faults.ts";
import { reviewerOf, writeReview } from "./as-member.ts";
import { lockPacket } from "./packet-store.ts";
import { requireOpen } from "./phases.ts";
import { saveAnswers } from "./sheet-store.ts";

/** Saves what a reviewer has answered so far, in place of what was saved before; it signs nothing. */
export const answerPacket: InternalHandler<"AnswerPacket"> = ({ answers, ...body }, call) =>
  writeReview(
    {
      teamId: body.team_id,
      action: "answer",
      work: async (tx) => {
        const packet = await lockPacket(tx, body.packet_id);
        requireOpen(packet);
        const { id: reviewer } = reviewerOf(packet, body.reviewer);
        requireAnswers(packet.items, answers);
        await saveAnswers(tx, { packet: packet.id, reviewer, answers });
        return packet.id;
      },
    },
    call,
  );
