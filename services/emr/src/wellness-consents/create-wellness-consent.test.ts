import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { notInstants } from "@jst/query/testing";
import { withoutId, reader, testEmr } from "../testing/test-emr.ts";
import { wellnessOf, wellnessTeam } from "../testing/wellness-samples.ts";

const { door, strangers, sql, rewrite, looks } = await testEmr();
const { consent, step } = wellnessOf(door);
const ask = (caller: ReturnType<typeof reader>, body: object) =>
  door.call("CreateWellnessConsent", { caller, body });
const good = (contact_id: string) => ({ contact_id, categories: ["vitals"], purposes: ["care"] });

test("a consent is active from now on, and shows what was given", async () => {
  const { service, contact } = wellnessTeam();
  const reply = await ask(service, { ...good(contact), source: "page", policy_version: "3" });
  assert.equal(reply.status, 201);
  const { created_at, updated_at, granted_at, ...rest } = reply.body;
  assert.ok([created_at, updated_at, granted_at].every((time) => /^\d{4}-.*\.\d{3}Z$/.test(time)));
  assert.deepEqual(withoutId(rest), {
    contact_id: contact,
    status: "active",
    ...{ categories: ["vitals"], purposes: ["care"], revoked_at: null, expires_at: null },
    ...{ source: "page", policy_version: "3", evidence_file_id: null, version: 1 },
    created_by: { type: "service", id: service.token_id },
  });
  assert.equal(reply.headers.location, `http://gateway.test/api/v1/wellness/consent/${rest.id}`);
  assert.match(reply.headers["x-changeset-id"] ?? "", /^emr_/);
  const path = { consent_id: rest.id };
  assert.deepEqual((await door.call("GetWellnessConsent", { caller: service, path })).body, reply.body);
  const { action, contact_id, route } = (await looks(service))[0] ?? {};
  assert.deepEqual([action, contact_id, route], ["create", contact, "POST /api/v1/wellness/consent"]);
});

const contact = randomUUID();
for (const [what, body, faults] of [
  ["nothing", {}, ["categories required", "contact_id required", "purposes required"]],
  ["no category", { ...good(contact), categories: [] }, ["categories too_few"]],
  ["a category twice", { ...good(contact), categories: ["mood", "mood"] }, ["categories duplicate"]],
  ["a category of nobody", { ...good(contact), categories: ["dna"] }, ["categories.0 invalid_value"]],
  ["a purpose of nobody", { ...good(contact), purposes: ["sale"] }, ["purposes.0 invalid_value"]],
  ["granted ahead", { ...good(contact), granted_at: "2126-01-01T00:00:00Z" }, ["granted_at too_large"]],
  ["over already", { ...good(contact), expires_at: "2020-01-01T00:00:00Z" }, ["expires_at too_small"]],
  ["a day", { ...good(contact), expires_at: "2126-01-01" }, ["expires_at invalid_format"]],
  ["revoked at birth", { ...good(contact), status: "revoked" }, ["status invalid_value"]],
  [
    "pending and granted",
    { ...good(contact), status: "pending", granted_at: "2026-01-01T00:00:00Z" },
    ["granted_at not_allowed"],
  ],
  ["a member too much", { ...good(contact), revoked_at: null }, ["revoked_at unknown_field"]],
  ["an action alone", { action: "revoke" }, ["id required"]],
  ["an id alone", { id: randomUUID() }, ["action required"]],
  ["an id that is none", { action: "revoke", id: "x" }, ["id invalid_format"]],
  ["an action that is none", { action: "pause", id: randomUUID() }, ["action invalid_value"]],
  [
    "an action with more",
    { action: "revoke", id: randomUUID(), status: "active", why: 1 },
    ["status unknown_field", "why unknown_field"],
  ],
] as const)
  test(`a consent with ${what} is refused with all its faults, and nothing is stored`, async () => {
    const caller = reader();
    const reply = await ask(caller, body);
    const told = (reply.body.errors as { field: string; code: string }[]).map((e) => `${e.field} ${e.code}`);
    assert.deepEqual([reply.status, reply.body.code, told.sort()], [422, "validation_failed", [...faults]]);
    const rows = await sql("select 1 from emr.consents where team_id = $1", [caller.team_id]);
    assert.equal(rows.length, 0);
  });

test("times with any offset are stored in UTC, and texts that are not instants are refused at their places", async () => {
  const times = { granted_at: "2025-01-01T00:00:00+16:00", expires_at: "2126-01-01T00:00:00-23:59" };
  const { status, body } = await ask(reader(), { ...good(randomUUID()), ...times });
  const shown = ["2024-12-31T08:00:00.000Z", "2126-01-01T23:59:00.000Z"];
  assert.deepEqual([status, body.granted_at, body.expires_at], [201, ...shown]);
  for (const text of notInstants) {
    const refused = await ask(reader(), { ...good(contact), granted_at: text, expires_at: text });
    const fields = (refused.body.errors as { field: string }[]).map(({ field }) => field);
    assert.deepEqual([refused.status, fields.sort()], [422, ["expires_at", "granted_at"]], text);
  }
});

test("an unknown contact or file is named at its place", async () => {
  const [nobody, nothing] = [randomUUID(), randomUUID()];
  strangers.add(nobody).add(nothing);
  const reply = await ask(reader(), { ...good(nobody), evidence_file_id: nothing });
  const told = (reply.body.errors as { field: string; code: string }[]).map((e) => `${e.field} ${e.code}`);
  assert.deepEqual([reply.status, told], [422, ["contact_id not_found", "evidence_file_id not_found"]]);
});

test("a pending consent is granted, an active one revoked, each once; revoked it stays revoked", async () => {
  const { service, contact: who } = wellnessTeam();
  const { id } = await consent(service, who, { status: "pending" });
  const granted = await step(service, "grant", id);
  assert.deepEqual([granted.status, granted.body.status, granted.body.version], [200, "active", 2]);
  assert.notEqual(granted.body.granted_at, null);
  const revoked = await step(service, "revoke", id);
  assert.deepEqual([revoked.status, revoked.body.status], [200, "revoked"]);
  const again = await step(service, "revoke", id);
  assert.deepEqual([again.status, again.body], [200, revoked.body]);
  const refused = await step(service, "grant", id);
  assert.deepEqual([refused.status, refused.body.code], [409, "invalid_state_transition"]);
  assert.deepEqual([refused.body.from, refused.body.to, refused.body.allowed], ["revoked", "active", []]);
  const actions = (await looks(service)).map(({ action, contact_id }) => [action, contact_id]);
  assert.deepEqual(actions, [
    ["create", who],
    ["grant", who],
    ["revoke", who],
    ["revoke", who],
    ["grant", who],
  ]);
});

test("a consent past its time is expired: neither granted nor revoked", async () => {
  const { service, contact: who } = wellnessTeam();
  const { id } = await consent(service, who, { expires_at: "2126-01-01T00:00:00Z" });
  await rewrite("update emr.consents set expires_at = clock_timestamp() where id = $1", [id]);
  for (const action of ["grant", "revoke"]) {
    const refused = await step(service, action, id);
    assert.deepEqual([refused.status, refused.body.from], [409, "expired"]);
  }
  const path = { consent_id: id };
  assert.equal((await door.call("GetWellnessConsent", { caller: service, path })).body.status, "expired");
});

test("a person's consent waits for approval, a person's revocation for nobody", async () => {
  const { service, member, admin, contact: who } = wellnessTeam();
  const proposed = await ask(member, good(who));
  assert.deepEqual([proposed.status, proposed.body.queued], [202, true]);
  const path = { changeset_id: proposed.body.changeset_id };
  const approved = await door.call("ApproveChangeset", { caller: admin, path });
  assert.deepEqual([approved.status, approved.body.result.status], [200, "active"]);
  const revoked = await step(member, "revoke", approved.body.result.id);
  assert.deepEqual([revoked.status, revoked.body.status], [200, "revoked"]);
  const { id } = await consent(service, who, { status: "pending" });
  assert.equal((await step(member, "grant", id)).status, 202);
});

test("a consent is never undone", async () => {
  const { service, admin, contact: who } = wellnessTeam();
  const made = await ask(service, good(who));
  const path = { changeset_id: made.headers["x-changeset-id"] ?? "" };
  assert.equal((await door.call("GetChangeset", { caller: admin, path })).body.reversible, false);
  const undone = await door.call("UndoChangeset", { caller: admin, path });
  assert.deepEqual([undone.status, undone.body.code], [409, "not_undoable"]);
});
