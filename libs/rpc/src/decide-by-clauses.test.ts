import type { Door, Role, TokenType } from "@jst/caller";
import assert from "node:assert/strict";
import { test } from "node:test";
import { decide, type Decision, type GatedCall, type Trust } from "./decide.ts";

/** Each value that the gate looks at. */
const tokenTypes: TokenType[] = ["service", "human", "break_glass", "oauth_app", "member"];
const doors: Door[] = ["rest", "mcp", "mcp_actions", "actions", "tools", "internal", "console"];
const roles: (Role | undefined)[] = [undefined, "owner", "admin", "member", "viewer"];
const trusts: Trust[] = ["matrix", "direct", "service_only"];
const agentDoors: Door[] = ["mcp", "mcp_actions", "tools"];

/** The gate once more, sentence by sentence as docs/contract/trust.md has it, without a table. */
function byClauses({ token_type: type, door, role, team }: GatedCall, trust: Trust): Decision {
  const isLeader = role === "owner" || role === "admin";
  const isSignedInLeader = type === "member" && door === "console" && isLeader;
  // A service token counts as a human token if its sponsor is neither an owner nor an admin.
  const isHuman = type === "human" || (type === "service" && role !== undefined && !isLeader);
  const isTrusted = type === "service" && !isHuman;
  if (trust === "service_only" && !isTrusted && !isSignedInLeader) return "insufficient_scope";
  // A connected app needs the flag on the actions server alone.
  const needsFlag = type === "oauth_app" ? door === "mcp_actions" : agentDoors.includes(door);
  if (needsFlag && !team.mcp_export) return "mcp_export_disabled";
  if (trust === "direct" || isTrusted || isSignedInLeader) return "execute";
  if (type === "oauth_app") return team.agent_write_mode === "direct" ? "execute" : "queue";
  if (type === "member" && door === "console") return team.trust_console === "queue" ? "queue" : "execute";
  if (isHuman && door === "rest") return team.trust_rest;
  return "queue";
}

/** Every setting of a team that the gate looks at. */
const teams: GatedCall["team"][] = (["queue", "execute"] as const).flatMap((trust_rest) =>
  ([undefined, "queue", "execute"] as const).flatMap((trust_console) =>
    (["direct", "propose"] as const).flatMap((agent_write_mode) =>
      [true, false].map((mcp_export) => ({
        trust_rest,
        agent_write_mode,
        mcp_export,
        ...(trust_console === undefined ? {} : { trust_console }),
      })),
    ),
  ),
);

test("every call is decided as the clauses say: token type x door x role x settings x kind of rpc", () => {
  let count = 0;
  for (const token_type of tokenTypes)
    for (const door of doors)
      for (const role of roles)
        for (const team of teams)
          for (const trust of trusts) {
            const call: GatedCall = { token_type, door, role, team };
            const says = `${token_type} ${door} ${role} ${trust} ${JSON.stringify(team)}`;
            assert.equal(decide(call, { readOnly: false, trust }), byClauses(call, trust), says);
            assert.equal(decide(call, { readOnly: true, trust }), "execute", says);
            count += 1;
          }
  assert.equal(count, tokenTypes.length * doors.length * roles.length * teams.length * trusts.length);
});
