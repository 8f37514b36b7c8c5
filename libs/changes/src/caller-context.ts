import { actorIdOf, type Caller } from "@jst/caller";
import type { TeamContext } from "@jst/db";
import type { Hop } from "@jst/rpc";

/** Builds the context of a caller for whom another service asks. */
export function contextFor(
  caller: Caller,
  requestId: string,
  { traceparent, deadline, departure }: Hop,
): TeamContext {
  return {
    teamId: caller.team_id,
    tokenId: caller.token_id,
    actorType: caller.token_type,
    actorId: actorIdOf(caller),
    requestId,
    door: caller.door,
    timeoutMs: Math.max(1, deadline - Date.now()),
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(departure === undefined ? {} : { departure }),
  };
}
