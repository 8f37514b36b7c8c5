import type { Caller } from "@jst/caller";

export interface SignedInMember {
  teamId: string;
  memberId: string;
  sessionId: string;
}

/** Returns the signed-in member of a caller; only rpcs for signed-in members call it. */
export function signedInMember({ team_id, member_id, token_id }: Caller): SignedInMember {
  if (member_id === undefined) throw new Error("A session has no member.");
  return { teamId: team_id, memberId: member_id, sessionId: token_id };
}
