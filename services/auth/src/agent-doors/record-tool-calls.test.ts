import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { MadeToolCall } from "../../gen/rpc.ts";
import { testAudit } from "../testing/test-audit.ts";
import { testAuth } from "../testing/test-auth.ts";

const { database, door, sql, newTeam, teamIdOf } = await testAuth();
const { append } = testAudit(database);
const call = JSON.stringify({
  tool: "list_tables",
  door: "mcp",
  arguments: { limit: 3, nothing: null },
  arguments_digest: "ab",
  latency_ms: 12,
});

function made(team_id: string, more: Partial<MadeToolCall> = {}): MadeToolCall {
  const ids = { team_id, actor_id: randomUUID(), token_id: randomUUID(), request_id: randomUUID() };
  return { ...ids, actor_type: "service", resource: "tables", outcome: "success", call, ...more };
}

/** Counts the entries of the team's chain, without those that are on their way to it. */
async function chained(teamId: string) {
  const [row] = await sql("select count(*)::int as n from auth.audit where team_id = $1", [teamId]);
  return row?.["n"];
}

test("calls of several teams stand in the log of each when they are answered, and their chains stay whole", async () => {
  const slug = await newTeam();
  const [team, other] = [await teamIdOf(slug), randomUUID()];
  await append(team, [{}]);
  const refused = made(team, { outcome: "denied", code: "insufficient_scope" });
  const reply = await door.callAs("agent", "RecordToolCalls", { calls: [made(team), made(other), refused] });
  assert.deepEqual([reply.status, reply.body], [200, { recorded: 3 }]);
  await append(team, [{}]);
  const { body } = await door.call("ListAudit", {
    caller: testCaller({ team_id: team }),
    query: "action=tool.call",
  });
  const found = body.audit as { outcome: string }[];
  const of = (outcome: string) => found.find((entry) => entry.outcome === outcome) as Record<string, unknown>;
  const [first, second] = [of("success"), of("denied")];
  assert.deepEqual(
    [second["code"], second["outcome"], second["request_id"], second["actor"]],
    ["insufficient_scope", "denied", refused.request_id, { type: "service", id: refused.actor_id }],
  );
  assert.deepEqual(
    [first["resource"], first["outcome"], first["call"]],
    ["tables", "success", JSON.parse(call)],
  );
  assert.equal(await chained(other), 1);
  const verified = (await door.operate("VerifyAudit", { team: slug })).body;
  assert.deepEqual([verified.broken, verified.place.seq], [null, 4]);
});

for (const [what, shown] of Object.entries({
  "an escaped NUL": String.raw`{"client":{"name":"a\u0000b","version":"1"},"arguments":{"nothing":null}}`,
  "half a surrogate": String.raw`{"client":{"name":"a\ud83d","version":"1"},"arguments":{"nothing":null}}`,
  "what is no JSON": "{",
})) {
  test(`a stored call that holds ${what} is listed as it came, and the chain stays whole`, async () => {
    const slug = await newTeam();
    const team = await teamIdOf(slug);
    await door.callAs("agent", "RecordToolCalls", { calls: [made(team, { call: shown })] });
    const { status, body } = await door.call("ListAudit", { caller: testCaller({ team_id: team }) });
    assert.equal(status, 200);
    const calls = (body.audit as { call: unknown }[]).map((entry) => entry.call);
    const expected = shown === "{" ? shown : (JSON.parse(shown) as unknown);
    assert.deepEqual(calls, [expected]);
    const verified = (await door.operate("VerifyAudit", { team: slug })).body;
    assert.deepEqual([verified.broken, verified.place.seq, verified.complete], [null, 1, true]);
  });
}

test("a call that was changed in the log is found", async () => {
  const slug = await newTeam();
  const team = await teamIdOf(slug);
  await door.callAs("agent", "RecordToolCalls", { calls: [made(team)] });
  await sql("alter table auth.audit disable trigger append_only");
  try {
    await sql("update auth.audit set call = replace(call, '12', '13') where team_id = $1", [team]);
  } finally {
    await sql("alter table auth.audit enable trigger append_only");
  }
  const { body } = await door.operate("VerifyAudit", { team: slug });
  assert.equal(body.broken.reason, "changed");
});

test("messages about the same teams and entries that arrive at once follow each other in one chain", async () => {
  const slugs = [await newTeam(), await newTeam()];
  const teams = await Promise.all(slugs.map((slug) => teamIdOf(slug)));
  const message = (order: string[]) =>
    door.callAs("agent", "RecordToolCalls", { calls: order.map((team) => made(team)) });
  const turns = Array.from({ length: 10 }, (_, turn) => (turn % 2 === 0 ? teams : teams.toReversed()));
  const replies = await Promise.all([
    ...turns.map((order) => message(order)),
    ...teams.map((team) => append(team, [{}, {}]).then(() => ({ status: 200 }))),
  ]);
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);
  for (const slug of slugs) {
    const { broken, place } = (await door.operate("VerifyAudit", { team: slug })).body;
    assert.deepEqual([broken, place.seq], [null, 12]);
  }
});

test("of calls that cannot all be recorded none is", async () => {
  const team = randomUUID();
  await sql("revoke insert on auth.audit from auth_audit");
  try {
    const reply = await door.callAs("agent", "RecordToolCalls", { calls: [made(team)] });
    assert.ok(reply.status >= 500);
  } finally {
    await sql("grant insert on auth.audit to auth_audit");
  }
  const bad = made(team, { outcome: "allowed" as "success" });
  assert.equal((await door.callAs("agent", "RecordToolCalls", { calls: [made(team), bad] })).status, 422);
  assert.equal((await door.callAs("agent", "RecordToolCalls", { calls: [] })).status, 422);
  assert.equal(await chained(team), 0);
});
