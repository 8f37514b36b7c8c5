import { randomUUID } from "node:crypto";
import type { TeamContext } from "@jst/db";

/** The platform itself at work on a team, in a request of nobody's. */
export function asPlatform(teamId: string, traceparent?: string): TeamContext {
  const who = { tokenId: "", actorType: "system", actorId: "", requestId: randomUUID() };
  return { teamId, ...who, timeoutMs: 10_000, ...(traceparent === undefined ? {} : { traceparent }) };
}
