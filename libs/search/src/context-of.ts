import type { TeamContext } from "@jst/db";
import { randomUUID } from "node:crypto";

/** Longest time of one step. */
export const STEP_MS = 60_000;

/** A step of the index's own, under the team. */
export function contextOf(teamId: string): TeamContext {
  return {
    teamId,
    tokenId: "",
    actorType: "system",
    actorId: "",
    requestId: randomUUID(),
    timeoutMs: STEP_MS,
  };
}
