import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import { listTables } from "../testing/envoy-messages.ts";
import { testAudit } from "../testing/test-audit.ts";
import { testAuth } from "../testing/test-auth.ts";
import { auditPayload } from "@jst/events";

const { askWith, counts, database, door, mint, newTeam, sql, teamIdOf } = await testAuth();
const { append } = testAudit(database);
let slug: string;
let team_id: string;
beforeEach(async () => {
  slug = await newTeam();
  team_id = await teamIdOf(slug);
});

const summary = async (query = "", team = team_id) => {
  await counts.flush();
  return door.call("SummarizeAudit", { caller: testCaller({ team_id: team }), query });
};
/** Requests, writes and denials of each door. */
const byDoor = async () =>
  Object.fromEntries(
    ((await summary()).body.counts as Record<string, unknown>[]).map(
      ({ door: name, requests, writes, denied }) => [name, [requests, writes, denied]],
    ),
  );
const put = (day: string, name = "rest") =>
  sql("insert into auth.request_counts values ($1, $2, $3, 1, 0, 0)", [team_id, day, name]);
const wrongScope = { ...listTables, resource: "emr", module: "" };

test("requests are summed by their door with those that ask for a change and those that are refused", async () => {
  const { value } = await mint({
    team: slug,
    type: "service",
    scopes: [{ resource: "tables", actions: ["read", "write"] }],
  });
  await askWith(value);
  await askWith(value, { route: { ...listTables, action: "write", writes: "true" } });
  assert.equal((await askWith(value, { route: wrongScope })).status, 403);
  await askWith(value, { route: { access: "authenticated", surface: "mcp" } });
  assert.deepEqual(await byDoor(), { rest: [3, 1, 1], mcp: [1, 0, 0] });
  await askWith(value);
  assert.deepEqual((await byDoor())["rest"], [4, 1, 1]);
});

test("a revoked token counts as a denial of its team; an unknown token counts for no team", async () => {
  const { id, value } = await mint({ team: slug, type: "service" });
  await askWith(value);
  await door.call("DeleteToken", { caller: testCaller({ team_id }), path: { token_id: id } });
  let asked = 2;
  while ((await askWith(value)).status !== 401) asked += 1;
  assert.equal((await askWith(`${value.slice(0, -4)}xxxx`)).status, 401);
  assert.deepEqual(await byDoor(), { rest: [asked, 0, 1] });
});

test("a request that fails or finds nothing does not count as a denial", async () => {
  const { value } = await mint({ team: slug, type: "service" });
  assert.equal((await askWith(value, { route: { ...listTables, module: "emr" } })).status, 404);
  assert.equal((await askWith(value, { route: null })).status, 503);
  assert.deepEqual(await byDoor(), { rest: [1, 0, 0] });
});

test("calls of tools that changed, proposed or were refused something are told by the log, at their door", async () => {
  const actor = { teamId: team_id, actorType: "human", actorId: "x", tokenId: randomUUID(), requestId: "r" };
  const call = (name: string) => JSON.stringify({ tool: "x", door: name });
  const made = (more: object) =>
    auditPayload(actor, {
      ...{ action: "tool.call", resource: "tables", resourceId: null, outcome: "success", changesetId: null },
      ...more,
    });
  counts.noteRecorded([
    made({ call: call("mcp"), changesetId: "crm_1" }),
    made({ call: call("mcp") }),
    made({ call: call("tools"), outcome: "denied" }),
    made({ call: call("elsewhere"), outcome: "denied" }),
    made({ call: "{", outcome: "denied" }),
    made({ action: "mint", outcome: "denied" }),
  ]);
  assert.deepEqual(await byDoor(), { mcp: [0, 1, 0], tools: [0, 0, 1] });
});

test("a request is of the day that its team had then", async () => {
  await door.operate("SetConfig", { team: slug, key: "team.timezone", value: "Pacific/Auckland" });
  const noon = Date.parse("2026-01-01T12:00:00Z");
  const came = { teamId: team_id, door: "rest", isWrite: false, isDenied: false };
  counts.noteRequest({ ...came, at: noon - 3_600_000 - 1 });
  counts.noteRequest({ ...came, at: noon });
  await counts.flush();
  const days = await sql(
    "select day::text, requests::int from auth.request_counts where team_id = $1 order by 1",
    [team_id],
  );
  assert.deepEqual(days, [
    { day: "2026-01-01", requests: 1 },
    { day: "2026-01-02", requests: 1 },
  ]);
});

test("two weeks are summed, or as many days as are asked for, today last, without other teams", async () => {
  const [dates] = await sql(
    `select array_agg((now() at time zone 'UTC')::date - back order by back desc) ::text[] as days
     from unnest(array[0, 1, 13, 14, 89, 90]) as back`,
  );
  const days = dates?.["days"] as string[];
  for (const day of days) await put(day);
  const seen = async (query: string) => {
    const { body } = await summary(query);
    return [body.timezone, body.from, body.to, body.counts.map(({ day }: { day: string }) => day)];
  };
  assert.deepEqual(await seen(""), ["UTC", days[3], days[5], days.slice(3)]);
  assert.deepEqual(await seen("days=1"), ["UTC", days[5], days[5], days.slice(5)]);
  assert.deepEqual(await seen("days=90"), ["UTC", days[1], days[5], days.slice(1)]);
  const other = await summary("", await teamIdOf(await newTeam()));
  assert.deepEqual(other.body.counts, []);
});

test("what could not be written is written with the next", async () => {
  const came = { teamId: team_id, door: "rest", isWrite: false, isDenied: false, at: Date.now() };
  await sql("revoke insert on auth.request_counts from auth_lookup");
  try {
    counts.noteRequest(came);
    await counts.flush();
  } finally {
    await sql("grant insert on auth.request_counts to auth_lookup");
  }
  counts.noteRequest(came);
  assert.deepEqual(await byDoor(), { rest: [2, 0, 0] });
});

test("the summary needs audit:read, and log entries do not count as requests", async () => {
  await append(team_id, [{}]);
  assert.deepEqual((await summary()).body.counts, []);
  const caller = testCaller({ team_id, scopes: [{ resource: "config", actions: ["read"] }] });
  assert.equal((await door.call("SummarizeAudit", { caller })).body.code, "insufficient_scope");
});

for (const query of ["days=0", "days=91", "days=1.5", "days=x", "days=", "days=1&days=2", "from=2026-01-01"])
  test(`${query} is 400`, async () => {
    assert.equal((await summary(query)).status, 400);
  });
