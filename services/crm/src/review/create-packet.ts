import type { InternalHandler } from "../../gen/rpc.ts";
import { writeReview } from "./as-member.ts";
import { packetOf } from "./drafted-packet.ts";
import { emailsOf, membersNamed } from "./members-named.ts";
import { insertPacket } from "./packet-store.ts";

/** Stores a packet for members of the team, or nothing when one of its reviewers is none. */
export const createPacket: InternalHandler<"CreatePacket"> = async ({ team_id: teamId, ...draft }, call) => {
  const packet = packetOf(draft, await membersNamed(call, teamId, emailsOf(draft.reviewers)));
  return writeReview({ teamId, action: "create", work: (tx) => insertPacket(tx, packet) }, call);
};
