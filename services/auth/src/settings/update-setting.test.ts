import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import type { TeamSetting } from "../../gen/rpc.ts";
import { moduleDefaults } from "../teams/modules.ts";
import { listTables } from "../testing/envoy-messages.ts";
import { outcome } from "../testing/test-members.ts";
import { testAuth } from "../testing/test-auth.ts";

const { askWith, door, mint, newTeam, sql, teamIdOf, verifier } = await testAuth();
let slug: string;
let team_id: string;
beforeEach(async () => {
  slug = await newTeam({ display_name: "Acme" });
  team_id = await teamIdOf(slug);
});

type Role = "owner" | "admin" | "member" | "viewer";
const signedIn = (role: Role, team = team_id) => {
  const scopes =
    role === "owner" || role === "admin" ? [] : [{ resource: "config", actions: ["read" as const] }];
  const who = { token_type: "member", door: "console", member_id: randomUUID(), role } as const;
  return testCaller({ team_id: team, ...who, scopes });
};
const set = (
  key: string,
  body: object,
  { role = "admin", ifMatch = "" }: { role?: Role; ifMatch?: string } = {},
) =>
  door.call("UpdateSetting", {
    caller: signedIn(role),
    path: { key },
    body,
    ...(ifMatch === "" ? {} : { headers: { "if-match": ifMatch } }),
  });
const list = async (team = team_id) => {
  const { status, body } = await door.call("ListSettings", { caller: signedIn("owner", team) });
  assert.equal(status, 200);
  return new Map((body.settings as TeamSetting[]).map((one) => [one.key, one]));
};
/** Entries of the log about settings. */
const told = () =>
  sql(
    `select payload->>'resource_id' as key, payload->>'reason' as reason, payload->>'actor_type' as who
     from auth.outbox where team_id = $1 and payload->>'action' = 'set' order by seq`,
    [team_id],
  );

test("owners and admins read what is theirs to set, with defaults, and no key of the operator", async () => {
  await door.operate("SetConfig", { team: slug, key: "sign_in.oidc.client_secret", value: "s3cret" });
  await door.operate("SetConfig", { team: slug, key: "files.quota_bytes", value: 5 });
  const settings = await list();
  assert.deepEqual(settings.get("modules.emr.labs.enabled")?.value, false);
  for (const [key, value] of Object.entries(moduleDefaults))
    assert.equal(settings.get(`modules.${key}.enabled`)?.value, value, key);
  const { version, ...trust } = settings.get("trust.rest") ?? assert.fail();
  assert.equal(typeof version, "number");
  assert.deepEqual(trust, {
    ...{ key: "trust.rest", value: "queue", default: "queue", choices: ["queue", "execute"] },
  });
  assert.equal(settings.get("brand.name")?.value, "Acme");
  assert.equal(settings.get("team.timezone")?.value, "UTC");
  assert.deepEqual(
    [...settings.keys()].filter((key) => /^(?:sign_in|files|comms)|seconds/.test(key)),
    [],
  );
  assert.doesNotMatch(JSON.stringify([...settings.values()]), /s3cret/);
});

const good: [key: string, value: unknown, shown?: unknown][] = [
  ["modules.emr.enabled", true],
  ["modules.emr.labs.enabled", true],
  ["modules.tables.enabled", false],
  ["modules.agent_connect.enabled", true],
  ["modules.agent_connect.write_mode", "propose"],
  ["trust.rest", "execute"],
  ["trust.console", "queue"],
  ["team.timezone", "America/New_York"],
  ["team.locale", "de-u-co-phonebk"],
  ["team.country", "DE"],
  ["console.first_steps", "hidden"],
  ["brand.name", "Bäckerei „Ähre“"],
  ["brand.primary_color", "#0F766E"],
  ["brand.logo", "", null],
];
for (const [key, value, shown = value] of good)
  test(`${key} is set to ${JSON.stringify(value)}`, async () => {
    const before = (await list()).get(key)?.value;
    const reply = await set(key, { value });
    assert.deepEqual([reply.status, reply.body.key, reply.body.value], [200, key, shown]);
    assert.equal(reply.headers.etag, `"${String(reply.body.version)}"`);
    assert.deepEqual((await list()).get(key), reply.body);
    const reason = `${JSON.stringify(before)} became ${JSON.stringify(shown)}`;
    assert.deepEqual(await told(), before === shown ? [] : [{ key, reason, who: "member" }]);
    assert.equal((await list(await teamIdOf(await newTeam()))).get(key)?.value === value, false);
  });

test("what is set is in force at the way in", async () => {
  const { value } = await mint({ team: slug, type: "service" });
  assert.ok((await askWith(value)).isAllowed);
  await set("modules.tables.enabled", { value: false });
  while ((await askWith(value)).isAllowed);
  await set("trust.rest", { value: "execute" });
  const route = { ...listTables, module: "" };
  for (;;) {
    const { upstream } = await askWith(value, { route });
    const { team } = await verifier.verify(upstream["x-internal-token"] ?? "");
    if (team.trust_rest === "execute") break;
  }
});

test("of two who set what they have both read one is told that it has changed", async () => {
  const { version } = (await list()).get("trust.rest") ?? assert.fail();
  const ifMatch = `"${version}"`;
  const replies = await Promise.all(
    ["execute", "execute"].map((value) => set("trust.rest", { value }, { ifMatch })),
  );
  assert.deepEqual(replies.map(outcome).sort(), ["200", "412 version_conflict"]);
  const refused = replies.find(({ status }) => status === 412);
  assert.equal(refused?.body.current_version, replies.find(({ status }) => status === 200)?.body.version);
  assert.equal((await told()).length, 1);
  assert.equal((await set("trust.rest", { value: "queue" }, { ifMatch: "3" })).status, 400);
});

test("the value that is there already is set without an entry", async () => {
  assert.equal((await set("trust.rest", { value: "queue" })).status, 200);
  assert.deepEqual(await told(), []);
});

for (const key of [
  "sign_in.oidc.issuer",
  "sign_in.oidc.client_id",
  "sign_in.oidc.client_secret",
  "files.max_file_bytes",
  "files.quota_bytes",
  "modules.agent_connect.refresh_grace_seconds",
  "context.embeddings.key",
  "comms.sms.provider",
  "comms.twilio.auth_token",
  "commerce.stripe.secret_key",
])
  test(`${key} is the operator's to set`, async () => {
    assert.equal(outcome(await set(key, { value: "x" }, { role: "owner" })), "403 insufficient_scope");
    assert.deepEqual(await told(), []);
  });

for (const key of [
  "modules.moon.enabled",
  "modules.review",
  "trust",
  "brand",
  "brand.font",
  "__proto__",
  "x".repeat(300),
])
  test(`${key.slice(0, 30)} is not a setting`, async () => {
    assert.equal(outcome(await set(key, { value: true })), "404 not_found");
  });

const bad: [key: string, body: object][] = [
  ["modules.tables.enabled", { value: "true" }],
  ["modules.tables.enabled", { value: null }],
  ["modules.tables.enabled", { value: 1 }],
  ["modules.tables.enabled", { value: {} }],
  ["modules.tables.enabled", {}],
  ["modules.tables.enabled", { value: true, key: "trust.rest" }],
  ["trust.rest", { value: "always" }],
  ["trust.rest", { value: ["execute"] }],
  ["modules.agent_connect.write_mode", { value: true }],
  ["team.timezone", { value: "Mars/Olympus" }],
  ["team.locale", { value: "tlh" }],
  ["team.country", { value: "Germany" }],
  ["team.country", { value: "de" }],
  ["console.first_steps", { value: "done" }],
  ["brand.name", { value: "Acme\nLtd" }],
  ["brand.name", { value: "a\u0000b" }],
  ["brand.logo", { value: "javascript:alert(1)" }],
  ["brand.primary_color", { value: "red;}body{display:none" }],
];
for (const [key, body] of bad)
  test(`${key} does not take ${JSON.stringify(body)}`, async () => {
    const reply = await set(key, body);
    assert.ok([400, 422].includes(reply.status), outcome(reply));
    assert.deepEqual(await told(), []);
  });

for (const role of ["member", "viewer"] as const)
  test(`a ${role} neither reads nor sets them`, async () => {
    const read = await door.call("ListSettings", { caller: signedIn(role) });
    assert.equal(outcome(read), "403 insufficient_scope");
    assert.equal(outcome(await set("trust.rest", { value: "execute" }, { role })).slice(0, 3), "403");
  });

test("no token does, whatever its scopes", async () => {
  for (const token_type of ["service", "human", "break_glass", "oauth_app"] as const) {
    const caller = testCaller({ team_id, token_type });
    assert.equal(outcome(await door.call("ListSettings", { caller })), "403 insufficient_scope");
    const path = { key: "trust.rest" };
    const reply = await door.call("UpdateSetting", { caller, path, body: { value: "execute" } });
    assert.equal(outcome(reply), "403 insufficient_scope");
  }
  assert.deepEqual(await told(), []);
});

test("a team that is gone has no settings", async () => {
  const caller = signedIn("owner", randomUUID());
  assert.equal((await door.call("ListSettings", { caller })).status, 404);
});
