import type { Handler } from "../../gen/rpc.ts";
import { packetOf } from "./drafted-packet.ts";
import { lifecycle } from "./lifecycle.ts";
import { packets } from "./packet.ts";
import { emailsOf, membersNamed } from "./reviewers.ts";
import { insertPacket } from "./store.ts";

/** Stores a packet whose reviewers are members of the team (review.members). */
export const startReview: Handler<"StartReview"> = async ({ body }, call) => {
  const members = await membersNamed(call, call.caller.team_id, emailsOf(body.reviewers));
  const packet = packetOf(body, members);
  return call.write(async (tx) => {
    const stored = await insertPacket(tx, packet);
    lifecycle.record(tx, "packet.create", stored.id);
    return packets.reply(stored, { location: `${call.baseUrl}/api/v1/review/packets/${stored.id}` });
  });
};
