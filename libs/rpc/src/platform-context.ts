import type { TeamContext } from "@jst/db";
import type { Hop } from "./internal-client.ts";

/** The platform itself at work on a team: an internal call and a page belong to no token. */
export function platformContext(
  teamId: string,
  { hop, requestId }: { hop: Hop; requestId: string },
): TeamContext {
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
