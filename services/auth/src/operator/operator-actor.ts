import type { AuditActor } from "@jst/events";
import type { Hop } from "@jst/rpc";

/** The operator as the audit log of a team names it: the platform itself, not a member. */
export function operatorOn(teamId: string, { hop }: { hop: Hop }): AuditActor {
  const { requestId, traceparent } = hop;
  return { teamId, actorType: "system", actorId: null, tokenId: null, requestId, traceparent };
}
