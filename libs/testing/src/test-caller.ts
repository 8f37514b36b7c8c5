import type { Caller } from "@jst/caller";
import { randomUUID } from "node:crypto";

/** A service token of a new team with full access, except as overridden. */
export function testCaller(overrides: Partial<Caller> = {}): Caller {
  return {
    team_id: randomUUID(),
    token_id: randomUUID(),
    token_type: "service",
    scopes: [],
    door: "rest",
    team: {
      timezone: "UTC",
      modules: {},
      trust_rest: "queue",
      agent_write_mode: "direct",
      mcp_export: false,
      isolated: false,
    },
    ...overrides,
  };
}
