import type { TeamContext } from "@jst/db";
import type { InternalCall } from "@jst/rpc";
import type { Deps } from "../deps.ts";

/** Work of an operator for one team. */
export function operatorContext(teamId: string, { hop, requestId }: InternalCall<Deps>): TeamContext {
  return {
    teamId: teamId.toLowerCase(),
    tokenId: "",
    actorType: "system",
    actorId: "",
    requestId,
    timeoutMs: Math.max(1, hop.deadline - Date.now()),
    ...(hop.departure === undefined ? {} : { departure: hop.departure }),
  };
}
