import type { TeamContext } from "@jst/db";
import type { Hop } from "./hop.ts";

/**
 * The platform itself at work on a team: an internal call and a page belong to no token. Changesets name the door: who
 * serves a page gives `public`.
 */
export function platformContext(
  teamId: string,
  { hop, requestId }: { hop: Hop; requestId: string },
  door: "system" | "public" = "system",
): TeamContext {
  return {
    teamId: teamId.toLowerCase(),
    tokenId: "",
    actorType: "system",
    actorId: "",
    requestId,
    door,
    timeoutMs: Math.max(1, hop.deadline - Date.now()),
    ...(hop.departure === undefined ? {} : { departure: hop.departure }),
  };
}
