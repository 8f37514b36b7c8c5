import { randomUUID } from "node:crypto";
import type { Caller } from "@jst/caller";

/** A service token of a new team with full access, or what the overrides make of it. */
export function testCaller(overrides: Partial<Caller> = {}): Caller {
  return {
    team_id: randomUUID(),
    token_id: randomUUID(),
    token_type: "service",
    minted_by: { type: "operator", id: null },
    scopes: [],
    door: "rest",
    team: {
      timezone: "UTC",
      modules: { contacts: true, files: true, artifacts: true },
      trust_rest: "queue",
      agent_write_mode: "propose",
      mcp_export: false,
      isolated: false,
    },
    ...overrides,
  };
}
