import type { TeamContext } from "@jst/db";
import type { Hop } from "@jst/rpc";

/** The team's data for a question of another service, within that one's deadline. */
export function asSystem(teamId: string, { hop, requestId }: { hop: Hop; requestId: string }): TeamContext {
  const { departure } = hop;
  return {
    teamId,
    tokenId: "",
    actorType: "system",
    actorId: "",
    requestId,
    timeoutMs: Math.max(1, hop.deadline - Date.now()),
    ...(departure === undefined ? {} : { departure }),
  };
}
