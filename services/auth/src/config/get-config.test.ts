import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, sql } = await testAuth();

async function callerOf(slug: string, overrides: Parameters<typeof testCaller>[0] = {}) {
  const [row] = await sql("select team_id from auth.teams where slug = $1", [slug]);
  return testCaller({ team_id: String(row?.team_id), ...overrides });
}

test("a new team's configuration is every default (operation.modules), and nothing else", async () => {
  const caller = await callerOf(await newTeam({ display_name: "Acme" }));
  const { status, body } = await door.call("GetConfig", { caller });
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), [
    "modules",
    "terminology",
    "status_labels",
    "brand",
    "locale",
    "country",
    "first_steps",
  ]);
  const on = [
    "contacts",
    "tables",
    "forms",
    "files",
    "artifacts",
    "articles",
    "bases",
    "workflows",
    "scheduling",
  ];
  on.push("commerce", "comms", "context", "project_tasks", "comments", "webhooks", "mcp_actions");
  const off = ["review", "wellness", "emr", "emr.labs", "extension.tools", "mcp_export", "agent_connect"];
  const expected = Object.fromEntries([...on.map((key) => [key, true]), ...off.map((key) => [key, false])]);
  assert.deepEqual(body.modules, expected);
  assert.deepEqual(body.terminology.contact, { singular: "Contact", plural: "Contacts" });
  assert.deepEqual(body.status_labels.booking, {
    booked: "Booked",
    cancelled: "Cancelled",
    completed: "Completed",
    no_show: "No-show",
  });
  assert.equal(body.locale, "und");
  assert.equal(body.country, null);
  assert.equal(body.first_steps, "shown");
  assert.deepEqual(body.brand, { name: "Acme", logo: null, favicon: null, primary_color: null });
});

test("what the operator sets is answered, except what is never shown", async () => {
  const team = await newTeam();
  const caller = await callerOf(team);
  await door.operate("SetConfig", { team, key: "modules.emr.labs.enabled", value: true });
  await door.operate("SetConfig", { team, key: "modules.agent_connect.write_mode", value: "propose" });
  await door.operate("SetConfig", { team, key: "trust.rest", value: "execute" });
  await door.operate("SetConfig", { team, key: "team.locale", value: "sv" });
  await door.operate("SetConfig", { team, key: "team.country", value: "SE" });
  await door.operate("SetConfig", { team, key: "console.first_steps", value: "hidden" });
  const { body } = await door.call("GetConfig", { caller });
  assert.equal(body.modules["emr.labs"], true);
  assert.equal(body.locale, "sv");
  assert.equal(body.country, "SE");
  assert.equal(body.first_steps, "hidden");
  assert.ok(Object.values(body.modules).every((value) => typeof value === "boolean"));
  assert.doesNotMatch(JSON.stringify(body), /write_mode|trust|propose|execute/);
});

test("the ETag names the content: 304 while it is the same, another after a change", async () => {
  const team = await newTeam();
  const caller = await callerOf(team);
  const first = await door.call("GetConfig", { caller });
  const etag = first.headers.etag ?? "";
  assert.match(etag, /^"\d+"$/);
  const same = await door.call("GetConfig", { caller, headers: { "if-none-match": etag } });
  assert.deepEqual([same.status, same.body, same.headers.etag], [304, undefined, etag]);
  await door.operate("SetConfig", { team, key: "modules.emr.enabled", value: true });
  const changed = await door.call("GetConfig", { caller, headers: { "if-none-match": etag } });
  assert.equal(changed.status, 200);
  assert.notEqual(changed.headers.etag, etag);
});

test("one team never sees another's", async () => {
  const [mine, theirs] = [await newTeam({ display_name: "Mine" }), await newTeam({ display_name: "Theirs" })];
  await door.operate("SetConfig", { team: theirs, key: "modules.emr.enabled", value: true });
  const { body } = await door.call("GetConfig", { caller: await callerOf(mine) });
  assert.equal(body.brand.name, "Mine");
  assert.equal(body.modules.emr, false);
});

test("it needs config:read, and takes no parameter", async () => {
  const team = await newTeam();
  const lacking = await callerOf(team, { scopes: [{ resource: "tables", actions: ["read"] }] });
  assert.equal((await door.call("GetConfig", { caller: lacking })).body.code, "insufficient_scope");
  const caller = await callerOf(team);
  assert.equal((await door.call("GetConfig", { caller, query: "verbose=1" })).body.code, "unknown_parameter");
});

test("a team that is gone is 404", async () => {
  assert.equal((await door.call("GetConfig", { caller: testCaller() })).status, 404);
});
