import { recordAudit } from "@jst/events";
import type { Handler } from "../../gen/rpc.ts";
import { packetOf } from "../review/drafted-packet.ts";
import { entryOf } from "../review/entry.ts";
import { emailsOf, membersNamed } from "../review/members-named.ts";
import { insertPacket } from "../review/packet-store.ts";
import { shownPacket } from "./written-packet.ts";

/** Stores a packet whose reviewers are members of the team (review.members). */
export const startReview: Handler<"StartReview"> = async ({ body }, call) => {
  const members = await membersNamed(call, call.caller.team_id, emailsOf(body.reviewers));
  const packet = packetOf(body, members);
  return call.write(async (tx) => {
    const id = await insertPacket(tx, packet);
    recordAudit(tx, entryOf("create", id));
    return shownPacket(tx, id, { location: `${call.baseUrl}/api/v1/review/packets/${id}` });
  });
};
