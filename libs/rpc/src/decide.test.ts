import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Door, Role, TokenType } from "@jst/caller";
import { decide, type GatedCall, type Trust } from "./decide.ts";

const write = { readOnly: false, trust: "matrix" as Trust };
type Team = GatedCall["team"];
const strict: Team = {
  trust_rest: "queue",
  trust_console: "queue",
  agent_write_mode: "propose",
  mcp_export: false,
};

function outcome(token_type: TokenType, door: Door, team: Partial<Team> = {}, rpc = write): string {
  return decide({ token_type, door, team: { ...strict, ...team } }, rpc);
}

const off = "mcp_export_disabled";
/** Outcome of a write per token and door: with the export flag off and on (trust.matrix). */
const cells: [TokenType, Door, flagOff: string, flagOn: string][] = [
  ["service", "rest", "execute", "execute"],
  ["service", "mcp", off, "execute"],
  ["service", "mcp_actions", off, "execute"],
  ["service", "actions", "execute", "execute"],
  ["service", "tools", off, "execute"],
  ["service", "internal", "execute", "execute"],
  ...(["human", "break_glass"] as const).flatMap((token): [TokenType, Door, string, string][] => [
    [token, "rest", "queue", "queue"],
    [token, "mcp", off, "queue"],
    [token, "mcp_actions", off, "queue"],
    [token, "actions", "queue", "queue"],
    [token, "tools", off, "queue"],
    [token, "internal", "queue", "queue"],
  ]),
  ["oauth_app", "rest", "queue", "queue"],
  ["oauth_app", "mcp", "queue", "queue"],
  ["oauth_app", "mcp_actions", off, "queue"],
  ["oauth_app", "actions", "queue", "queue"],
  ["oauth_app", "tools", "queue", "queue"],
  ["oauth_app", "internal", "queue", "queue"],
  ["member", "console", "queue", "queue"],
];

describe("a write by", () => {
  for (const [token, door, flagOff, flagOn] of cells) {
    test(`${token} at ${door}: ${flagOff}, and ${flagOn} with modules.mcp_export`, () => {
      assert.deepEqual([outcome(token, door), outcome(token, door, { mcp_export: true })], [flagOff, flagOn]);
    });
    test(`${token} at ${door}: trust.rest relaxes the REST door of human tokens alone, trust.console members, write_mode apps`, () => {
      const isHuman = door === "rest" && token === "human";
      const rest = { mcp_export: true, trust_rest: "execute" as const };
      assert.equal(outcome(token, door, rest), isHuman ? "execute" : flagOn);
      const signedIn = { mcp_export: true, trust_console: "execute" as const };
      assert.equal(outcome(token, door, signedIn), token === "member" ? "execute" : flagOn);
      const direct = { mcp_export: true, agent_write_mode: "direct" as const };
      assert.equal(outcome(token, door, direct), token === "oauth_app" ? "execute" : flagOn);
    });
    test(`${token} at ${door}: a read runs, and what is direct is never queued`, () => {
      assert.equal(outcome(token, door, {}, { ...write, readOnly: true }), "execute");
      const direct = outcome(token, door, {}, { ...write, trust: "direct" });
      assert.equal(direct, flagOff === off ? off : "execute");
    });
    test(`${token} at ${door}: what is for service tokens alone is refused to others`, () => {
      const only = outcome(token, door, { mcp_export: true }, { ...write, trust: "service_only" });
      assert.equal(only, token === "service" ? "execute" : "insufficient_scope");
    });
  }
});

test("what an owner or an admin does who is signed in runs, and what is for service tokens is theirs too", () => {
  const ask = (role: Role, trust: Trust, token_type: TokenType = "member") =>
    decide({ token_type, door: "console", role, team: strict }, { readOnly: false, trust });
  for (const role of ["owner", "admin"] as const) {
    for (const trust of ["matrix", "service_only"] as const) assert.equal(ask(role, trust), "execute");
    assert.equal(ask(role, "service_only", "human"), "insufficient_scope");
  }
  for (const role of ["member", "viewer"] as const)
    assert.deepEqual([ask(role, "matrix"), ask(role, "service_only")], ["queue", "insufficient_scope"]);
});

test("a member who is signed in writes at once where the caller does not have the setting", () => {
  const team: Team = { trust_rest: "queue", agent_write_mode: "propose", mcp_export: false };
  const call = { token_type: "member", door: "console", role: "member", team } as const;
  assert.equal(decide(call, write), "execute");
});

test("a service token is trusted as its sponsor is: as a human token once that is neither an owner nor an admin", () => {
  for (const [, door] of cells.filter(([token]) => token === "human"))
    for (const trust of ["matrix", "direct", "service_only"] as const)
      for (const role of ["owner", "admin", "member", "viewer"] as const) {
        const ask = (token_type: TokenType, more: { role?: Role } = {}) =>
          decide(
            { token_type, door, team: { ...strict, mcp_export: true }, ...more },
            { readOnly: false, trust },
          );
        const like = role === "owner" || role === "admin" ? ask("service") : ask("human");
        assert.equal(ask("service", { role }), like, `${door} ${trust} ${role}`);
      }
});
