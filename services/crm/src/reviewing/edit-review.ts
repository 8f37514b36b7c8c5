import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { emailsOf, membersNamed } from "../review/members-named.ts";
import { updatePacket } from "../review/packet-store.ts";
import { revisedPacket } from "../review/revised-packet.ts";
import { writePacket } from "./written-packet.ts";

/** Changes what is given of a packet, but nothing that somebody has signed (review.editing). */
export const editReview: Handler<"EditReview"> = async ({ path, body }, call) => {
  const id = requireId(path.packet_id);
  const { reviewers = [] } = body;
  const members =
    reviewers.length === 0 ? [] : await membersNamed(call, call.caller.team_id, emailsOf(reviewers));
  return writePacket(call, id, {
    action: "edit",
    work: async (tx, packet) => {
      const revised = revisedPacket(packet, body, members);
      if (revised !== undefined) await updatePacket(tx, revised);
      return revised !== undefined;
    },
  });
};
