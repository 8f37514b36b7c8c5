import { systemContext, type TeamContext } from "@jst/db";
import type { Hop } from "./hop.ts";

/**
 * Makes the context of the platform itself in an internal call or on a page, within the deadline of that request. A
 * page passes `public` as its door.
 */
export function platformContext(
  teamId: string,
  { hop, requestId }: { hop: Hop; requestId: string },
  door: "system" | "public" = "system",
): TeamContext {
  const { deadline, departure, traceparent } = hop;
  const timeoutMs = Math.max(1, deadline - Date.now());
  return systemContext(teamId, { requestId, door, timeoutMs, traceparent, departure });
}
