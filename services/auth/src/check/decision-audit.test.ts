import { SystemDatabase } from "@jst/db";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, beforeEach, test } from "node:test";
import { checkRequest, listTables } from "../testing/envoy-messages.ts";
import { testAuth } from "../testing/test-auth.ts";
import { tokenHash } from "../tokens/token-format.ts";
import { readCheckRequest } from "./check-request.ts";
import { DecisionAudit } from "./decision-audit.ts";
import { RouteFactsReader } from "./route-facts.ts";
import { TokenDirectory } from "./token-directory.ts";

const { newTeam, teamIdOf, mint, askWith, door, sql, database } = await testAuth();
const connectionString = database.urlOf("auth_lookup");
const lookup = new SystemDatabase({ connectionString, poolSize: 1, applicationName: "test" });
after(() => lookup.close());
let slug: string;
let team: string;
beforeEach(async () => {
  slug = await newTeam();
  team = await teamIdOf(slug);
  await door.operate("AddMember", { team: slug, email: "ada@example.org", role: "admin" });
});

const onGuarded = (resource: string) => ({
  ...listTables,
  rpc: `${resource}.v1.Things/ListThings`,
  resource,
  module: "",
});
const requestIdOf = (id: string) => [["x-request-id", id] as const];
const emergency = () =>
  mint({ team: slug, type: "break_glass", member: "ada@example.org", reason: "the site is down" });

/** Reads auth's outbox entries for the team and the requests of a test. */
async function recorded() {
  const rows = await sql(
    `select payload->>'resource' as resource, payload->>'outcome' as outcome, payload->>'code' as code,
       payload->>'actor_type' as actor_type, payload->>'request_id' as request_id
     from auth.outbox where team_id = $1 and payload->>'action' = 'request' order by seq`,
    [team],
  );
  return rows.map((row) => ({ ...row }));
}

test("every request of an emergency token is on record, allowed and refused ones", async () => {
  const { value } = await emergency();
  const id = randomUUID();
  assert.ok((await askWith(value, { headers: requestIdOf(id) })).isAllowed);
  await askWith(value, { route: { ...listTables, module: "wellness" } });
  await askWith(value, { route: { access: "unmatched", surface: "rest" } });
  const [first, second, third] = await recorded();
  assert.deepEqual(first, {
    resource: "tables",
    outcome: "allowed",
    code: null,
    actor_type: "break_glass",
    request_id: id,
  });
  assert.deepEqual([second?.["outcome"], second?.["code"]], ["not_found", "not_found"]);
  assert.deepEqual([third?.["resource"], third?.["outcome"]], ["any", "allowed"]);
});

for (const resource of ["emr", "wellness", "vault"]) {
  test(`every refusal on ${resource} is on record, whatever refuses`, async () => {
    const scopes = [{ resource: "tables" as const, actions: ["read" as const] }];
    const { id, value } = await mint({ team: slug, type: "service", scopes });
    const full = await mint({ team: slug, type: "service" });
    const route = onGuarded(resource);
    assert.equal((await askWith(value, { route })).status, 403);
    assert.equal((await askWith(full.value, { route: { ...route, module: "wellness" } })).status, 404);
    assert.ok((await askWith(full.value, { route })).isAllowed);
    await sql("update auth.tokens set revoked_at = now() where id = $1", [id]);
    while ((await askWith(value, { route })).status === 403);
    const codes = (await recorded()).map(({ code }) => code);
    assert.deepEqual(
      [codes[0], codes[1], codes.at(-1)],
      ["insufficient_scope", "not_found", "revoked_token"],
    );
  });
}

test("a client over its limit is on record once a minute", async () => {
  const { value } = await mint({ team: slug, type: "service" });
  const token = await new TokenDirectory(lookup).find(tokenHash(value));
  assert.ok(token !== undefined);
  let now = Date.UTC(2026, 0, 1);
  const audit = new DecisionAudit(lookup, () => now);
  const route = new RouteFactsReader().read(
    readCheckRequest(checkRequest({ route: onGuarded("emr") })).route,
  );
  assert.ok(route !== undefined);
  const request = readCheckRequest(checkRequest({}));
  for (let minute = 1; minute <= 2; minute += 1) {
    for (let count = 0; count < 20; count += 1) {
      await audit.record({ token, route, code: "rate_limited" }, request);
    }
    assert.equal((await recorded()).length, minute);
    now += 60_000;
  }
});

test("a refusal that could not be put on record is not taken for recorded", async () => {
  const { value } = await mint({ team: slug, type: "service" });
  const token = await new TokenDirectory(lookup).find(tokenHash(value));
  assert.ok(token !== undefined);
  const route = new RouteFactsReader().read(
    readCheckRequest(checkRequest({ route: onGuarded("emr") })).route,
  );
  assert.ok(route !== undefined);
  const closed = new SystemDatabase({ connectionString, poolSize: 1, applicationName: "test" });
  let database = closed;
  await closed.close();
  const audit = new DecisionAudit({ query: (...statement) => database.query(...statement) });
  const record = () =>
    audit.record({ token, route, code: "rate_limited" }, readCheckRequest(checkRequest({})));
  for (let count = 0; count < 2; count += 1) await assert.rejects(record(), { code: "unavailable" });
  database = lookup;
  await record();
  assert.deepEqual(
    (await recorded()).map(({ code }) => code),
    ["rate_limited"],
  );
});

test("other requests leave nothing", async () => {
  const { value } = await mint({ team: slug, type: "service" });
  await askWith(value);
  await askWith(value, { route: { ...listTables, module: "wellness" } });
  assert.deepEqual(await recorded(), []);
});

test("what cannot be recorded does not pass: 503, the refused ones too", async () => {
  const { value } = await emergency();
  const scopes = [{ resource: "tables" as const, actions: ["read" as const] }];
  const { value: narrow } = await mint({ team: slug, type: "service", scopes });
  await sql("revoke insert on auth.outbox from auth_lookup");
  try {
    assert.equal((await askWith(value)).status, 503);
    assert.equal((await askWith(narrow, { route: onGuarded("vault") })).status, 503);
    assert.ok((await askWith(narrow)).isAllowed);
  } finally {
    await sql("grant insert on auth.outbox to auth_lookup");
  }
  assert.ok((await askWith(value)).isAllowed);
});
