import { randomUUID } from "node:crypto";
import type { TeamContext } from "@jst/db";

/** A context of a new team, or of the given one, with 30 s to run. */
export function teamContext(overrides: Partial<TeamContext> = {}): TeamContext {
  return {
    teamId: randomUUID(),
    tokenId: randomUUID(),
    actorType: "service",
    actorId: "test",
    requestId: randomUUID(),
    timeoutMs: 30_000,
    ...overrides,
  };
}
