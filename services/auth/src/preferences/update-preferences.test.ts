import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import type { Caller } from "@jst/caller";
import type { Preferences } from "../../gen/rpc.ts";
import { testAuth } from "../testing/test-auth.ts";
import { outcome, testMembers } from "../testing/test-members.ts";

const auth = await testAuth();
const { door, sql } = auth;
const members = testMembers(auth);
let team: Awaited<ReturnType<typeof members.team>>;
let caller: Caller;
beforeEach(async () => {
  team = await members.team();
  caller = await team.signedIn("member");
});

const read = async (who = caller) => (await door.call("GetPreferences", { caller: who })).body as Preferences;
const set = (body: object, version?: number, who = caller) =>
  door.call("UpdatePreferences", {
    caller: who,
    body,
    ...(version === undefined ? {} : { headers: { "if-match": `"${version}"` } }),
  });
const star = (id: string) => ({ type: "table", id });

test("a patch changes the members that are given, of the member alone who asks", async () => {
  const other = await team.signedIn("member");
  const stars = [star(randomUUID()), { type: "view", id: "x" }];
  await set({ language: "de", locale: "de-AT", theme: "dark", starred: stars });
  const { status, body, headers } = await set({ density: "tall", single_keys: false, menu: "folded" });
  assert.deepEqual([status, headers.etag, headers["x-changeset-id"]], [200, '"3"', undefined]);
  assert.deepEqual(body, {
    ...{ name: null, language: "de", locale: "de-AT", theme: "dark", density: "tall" },
    ...{ single_keys: false, menu: "folded", starred: stars, version: 3 },
  });
  assert.deepEqual(await read(), body);
  assert.equal((await read(other)).version, 1);
  await set({ language: null, locale: null, starred: [] });
  const { language, locale, starred, theme } = await read();
  assert.deepEqual([language, locale, starred, theme], [null, null, [], "dark"]);
});

test("a patch that changes nothing leaves the version as it is", async () => {
  const first = await set({ theme: "light" });
  const second = await set({ theme: "light", menu: "open" });
  assert.deepEqual(second.body, first.body);
  assert.deepEqual((await set({})).body, first.body);
});

test("the name is that of the member, and the audit log has its change once", async () => {
  const { body } = await set({ name: "Vera", theme: "dark" });
  assert.deepEqual([body["name"], body["theme"]], ["Vera", "dark"]);
  await set({ name: "Vera" });
  const [member] = await sql("select name from auth.members where id = $1", [caller.member_id]);
  assert.equal(member?.["name"], "Vera");
  const entries = await sql(
    `select payload->>'action' as action, payload->>'resource' as resource, payload->>'resource_id' as id
      from auth.outbox where team_id = $1 and payload->>'resource_id' = $2 and payload->>'action' <> 'set_role'`,
    [team.team_id, caller.member_id],
  );
  assert.deepEqual(entries, [{ action: "update", resource: "members", id: caller.member_id }]);
});

test("of two windows over the same version one is refused, and nothing of it is stored", async () => {
  const { version } = await read();
  const replies = await Promise.all([set({ theme: "dark" }, version), set({ theme: "light" }, version)]);
  assert.deepEqual(replies.map(outcome).sort(), ["200", "412 version_conflict"]);
  const refused = replies.find(({ status }) => status === 412);
  const stored = await read();
  assert.deepEqual(stored, replies.find(({ status }) => status === 200)?.body);
  assert.equal(refused?.body["current_version"], stored.version);
});

test("a change of the name by an owner makes a write over the former version 412", async () => {
  const { version } = await read();
  await members.change(team.service, caller.member_id ?? "", { name: "Vera" });
  assert.equal(outcome(await set({ name: "Veronika" }, version)), "412 version_conflict");
  assert.equal((await read()).name, "Vera");
});

test("fifty things have a star, and the next one is refused", async () => {
  const fifty = Array.from({ length: 50 }, (_, at) => star(`t${at}`));
  assert.equal((await set({ starred: fifty })).status, 200);
  assert.equal(outcome(await set({ starred: [...fifty, star("t50")] })), "422 validation_failed");
  assert.equal((await read()).starred.length, 50);
});

for (const [fault, body, fields] of [
  ["an empty name", { name: "" }, ["name"]],
  ["a name of 201 characters", { name: "x".repeat(201) }, ["name"]],
  ["a third language", { language: "fr" }, ["language"]],
  ["a locale with a blank", { locale: "de AT" }, ["locale"]],
  ["a locale with a part of one letter", { locale: "de-a" }, ["locale"]],
  ["a theme without a name", { theme: null }, ["theme"]],
  ["keys that are a word", { single_keys: "on" }, ["single_keys"]],
  ["a menu that is shut", { menu: "shut" }, ["menu"]],
  ["a star without an id", { starred: [{ type: "table" }] }, ["starred.0.id"]],
  ["two stars at one thing", { starred: [star("a"), star("b"), star("a")] }, ["starred.2"]],
  ["a version in the body", { version: 1 }, ["version"]],
  [
    "several faults",
    { name: "", language: "fr", locale: "!", theme: "pink", density: 3, starred: [{ type: "A", id: "" }] },
    ["name", "language", "locale", "theme", "density", "starred.0.type", "starred.0.id"],
  ],
] as const)
  test(`${fault} is 422 at its place, and nothing is stored`, async () => {
    const { status, body: problem } = await set(body);
    const { errors } = problem as unknown as { errors: { field: string }[] };
    const places = [...new Set(errors.map(({ field }) => field))];
    assert.deepEqual([status, places.sort()], [422, fields.toSorted()]);
    assert.equal((await read()).version, 1);
  });

test("a locale that nobody speaks is stored as it was sent", async () => {
  for (const locale of ["xx", "ar-EG", "de-ch", "de-u-co-phonebk"])
    assert.equal((await set({ locale })).body["locale"], locale);
});

test("no token reads or sets preferences", async () => {
  for (const method of ["GetPreferences", "UpdatePreferences"]) {
    const body = method === "GetPreferences" ? {} : { body: { theme: "dark" } };
    assert.equal(
      outcome(await door.call(method, { caller: team.service, ...body })),
      "403 insufficient_scope",
    );
  }
});
