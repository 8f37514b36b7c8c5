import type { Caller } from "@jst/caller";

/** A member who is signed in. */
export interface SignedInMember {
  teamId: string;
  memberId: string;
  /** Id of the session. */
  sessionId: string;
}

/** Returns the signed-in member of a caller; only rpcs for signed-in members call it. */
export function signedInMember({ team_id, member_id, token_id }: Caller): SignedInMember {
  if (member_id === undefined) throw new Error("A session has no member.");
  return { teamId: team_id, memberId: member_id, sessionId: token_id };
}
