import type { InternalHandler } from "../../gen/rpc.ts";
import { packetOf } from "./drafted-packet.ts";
import { insertPacket } from "./packet-store.ts";
import { writeReview } from "./as-member.ts";

/** Stores a packet for members of the team, or nothing when one of its reviewers is none. */
export const createPacket: InternalHandler<"CreatePacket"> = async ({ team_id: teamId, ...draft }, call) => {
  const emails = draft.reviewers.map(({ email }) => email);
  const { members } = await call.deps.auth.call(
    "auth.v1.Identities/FindMembersByEmail",
    { team_id: teamId, emails },
    call.hop,
  );
  const packet = packetOf(draft, members);
  return writeReview({ teamId, action: "create", work: (tx) => insertPacket(tx, packet) }, call);
};
