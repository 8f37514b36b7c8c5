import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session } from "../session/session.ts";
import { areDoneNow, hasAgentCalled, stepsFor, type Step } from "./steps.ts";

const session = (...scopes: Session["scopes"]) => ({ scopes }) as Session;
const leading = session({ resource: "*", actions: ["read", "write", "delete", "admin"] });
const ofTables = (...actions: ("read" | "write")[]) =>
  session({ resource: "tables", actions }, { resource: "config", actions: ["read"] });

test("a role is asked for the steps that it may do, of enabled modules", () => {
  assert.deepEqual(stepsFor(leading, { tables: true }), ["table", "member", "agent", "key"]);
  assert.deepEqual(stepsFor(leading, { tables: false }), ["member", "agent", "key"]);
  assert.deepEqual(stepsFor(ofTables("read", "write"), { tables: true }), ["table"]);
  assert.deepEqual(stepsFor(ofTables("read"), { tables: true }), []);
});

test("steps are done now where all are, of none that is off, and the window showed one as left", () => {
  const all: Step[] = ["table", "member", "agent", "key"];
  assert.equal(areDoneNow(new Set(["key"]), all), true);
  assert.equal(areDoneNow(new Set(all), all), true);
  assert.equal(areDoneNow(new Set(), all), false, "done before the window showed them");
  assert.equal(areDoneNow(new Set(["key"]), ["table", "member", "agent"]), false);
  assert.equal(
    areDoneNow(new Set(["key"]), ["member", "agent", "key"]),
    false,
    "without the module of tables",
  );
});

const count = (door: "rest" | "console" | "mcp" | "mcp_actions" | "actions" | "tools", requests = 1) => ({
  counts: [{ day: "2026-03-01", door, requests, writes: 0, denied: 0 }],
});

test("a call at an agent door shows an agent, a call by REST does not", () => {
  for (const door of ["mcp", "mcp_actions", "actions", "tools"] as const)
    assert.equal(hasAgentCalled(count(door)), true, door);
  for (const door of ["rest", "console"] as const) assert.equal(hasAgentCalled(count(door)), false, door);
  assert.equal(hasAgentCalled(count("mcp", 0)), false);
  assert.equal(hasAgentCalled({ counts: [] }), false);
});
