import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller, Role, Scope } from "@jst/caller";
import { AppError } from "@jst/errors";
import { requireReferences, type BodyReference } from "./references.ts";

const references: readonly BodyReference[] = [
  { path: ["attachments", "*"], resource: "files", action: "read" },
  { path: ["actions", "*", "table_id"], resource: "tables", action: "write" },
  { path: ["assignee", "id"], resource: "contacts", action: "read", ofType: "contact" },
];

function callerWith(scopes: Scope[], role?: Role): Caller {
  return {
    team_id: "01890000-0000-7000-8000-000000000001",
    token_id: "01890000-0000-7000-8000-000000000002",
    token_type: role === undefined ? "service" : "human",
    ...(role === undefined ? {} : { role }),
    scopes,
    door: "rest",
    team: {
      timezone: "UTC",
      modules: {},
      trust_rest: "queue",
      agent_write_mode: "direct",
      mcp_export: false,
      isolated: false,
    },
  };
}

function refusalOf(caller: Caller, body: unknown): unknown {
  try {
    requireReferences(caller, references, body);
    return undefined;
  } catch (thrown) {
    assert.ok(thrown instanceof AppError);
    return [thrown.status, thrown.code, thrown.extension];
  }
}

const comms = callerWith([{ resource: "comms", actions: ["read", "write", "delete", "admin"] }]);

test("a reference takes the right on what it names, and the refusal names right and place", () => {
  for (const [body, required_scope, field] of [
    [{ attachments: ["x"] }, "files:read", "attachments.0"],
    [{ actions: [{ type: "notify" }, { table_id: "x" }] }, "tables:write", "actions.1.table_id"],
    [{ assignee: { type: "contact", id: "x" } }, "contacts:read", "assignee.id"],
  ] as const)
    assert.deepEqual(refusalOf(comms, body), [403, "insufficient_scope", { required_scope, field }]);
});

test("no other action of the resource stands in for the one that is needed, and a role that lacks it takes it away", () => {
  const body = { actions: [{ table_id: "x" }] };
  const others = callerWith([{ resource: "tables", actions: ["read", "delete", "admin"] }]);
  assert.notEqual(refusalOf(others, body), undefined);
  assert.notEqual(refusalOf(callerWith([], "viewer"), body), undefined);
  for (const caller of [
    callerWith([]),
    callerWith([], "member"),
    callerWith([{ resource: "*", actions: ["write"] }]),
    callerWith([{ resource: "tables", actions: ["write"] }]),
  ])
    assert.equal(refusalOf(caller, body), undefined);
});

test("what is not there, null or of another type names nothing", () => {
  for (const body of [
    {},
    undefined,
    null,
    [],
    { attachments: [] },
    { attachments: null },
    { attachments: "x" },
    { actions: [{}] },
    { assignee: { type: "location", id: "x" } },
    { assignee: null },
  ])
    assert.equal(refusalOf(comms, body), undefined);
});
