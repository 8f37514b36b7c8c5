import assert from "node:assert/strict";
import { after, test } from "node:test";
import { systemContext, Database } from "@jst/db";
import { createLogger } from "@jst/telemetry";
import { testCaller, testFact } from "@jst/testing";
import { testComms } from "../testing/test-comms.ts";
import { takeConsents } from "./take-consents.ts";

const { door, database, sql } = await testComms();
const own = new Database({
  connectionString: database.urlOf("comms"),
  poolSize: 4,
  applicationName: "test",
  changesetPrefix: "comms",
});
after(() => own.close());
const recording = { database: own, logger: createLogger("comms", "error") };
const address = "Ada@Bücher.example";

function given(teamId: string, more: object = {}) {
  const evidence = { submission_id: "s1", form_id: "f1", form_version: 2, field_id: "news" };
  const about = { address, channel: "email", purpose: "marketing" } as const;
  const data = {
    ...about,
    basis: "form",
    source: "form newsletter",
    evidence,
    at: "2026-01-02T03:04:05.678Z",
  };
  return testFact(teamId, "consent.given", "s1", { ...data, ...more });
}
const listed = async (caller: ReturnType<typeof testCaller>, query = "") =>
  (await door.call("ListConsents", { caller, query })).body.consents as Record<string, unknown>[];

test("a consent that was given becomes a record under the folded address, with its basis, its source and what shows it", async () => {
  const caller = testCaller();
  const fact = given(caller.team_id);
  await takeConsents(recording, caller.team_id, [fact]);
  const [{ created_at, updated_at, ...consent } = {}, ...others] = await listed(caller);
  assert.deepEqual(others, []);
  assert.ok(created_at !== undefined && updated_at !== undefined);
  assert.deepEqual(consent, {
    ...{ id: fact.fact_id, address: "ada@xn--bcher-kva.example", contact_id: null, channel: "email" },
    ...{ purpose: "marketing", status: "opted_in", basis: "form", source: "form newsletter" },
    evidence: { submission_id: "s1", form_id: "f1", form_version: 2, field_id: "news" },
    at: "2026-01-02T03:04:05.678Z",
    created_by: { type: "system", id: null },
    version: 1,
  });
  assert.deepEqual(await listed(testCaller()), []);
});

test("a fact that comes again, ten times at once, makes no second record and is told once", async () => {
  const caller = testCaller();
  const fact = given(caller.team_id);
  await takeConsents(recording, caller.team_id, [fact, fact]);
  await Promise.all(Array.from({ length: 10 }, () => takeConsents(recording, caller.team_id, [fact])));
  assert.equal((await listed(caller)).length, 1);
  const told = await sql("select from comms.outbox where team_id = $1 and type = 'consent.changed'", [
    caller.team_id,
  ]);
  assert.equal(told.length, 1);
});

test("an opt-out stands that came after the consent was given, however late the fact comes; a later consent counts", async () => {
  const caller = testCaller();
  const body = { address, channel: "email", purpose: "marketing", status: "opted_out", source: "a call" };
  assert.equal((await door.call("CreateConsent", { caller, body })).status, 201);
  const standing = async () => (await listed(caller, "current=true")).map(({ status }) => status);
  await takeConsents(recording, caller.team_id, [given(caller.team_id)]);
  assert.deepEqual(await standing(), ["opted_out"]);
  const at = new Date(Date.now() + 3_600_000).toISOString();
  await takeConsents(recording, caller.team_id, [given(caller.team_id, { at })]);
  assert.deepEqual(await standing(), ["opted_in"]);
  // A clock that goes ahead puts no record into the future.
  assert.equal((await door.call("CreateConsent", { caller, body })).status, 201);
  assert.deepEqual(await standing(), ["opted_out"]);
});

test("a consent stands over a message that came in before its fact did", async () => {
  const caller = testCaller();
  const inbound = `insert into comms.consents
  (address, channel, purpose, status, basis, source, evidence, created_by_type, created_by_id)
values ('+14155550100', 'sms', 'transactional', 'unknown', 'inbound_message', 'sms', '{}', 'system', '')`;
  await own.write(systemContext(caller.team_id), (tx) => tx.query({ text: inbound, values: [] }));
  const phone = { address: "+14155550100", channel: "sms", purpose: "transactional" };
  await takeConsents(recording, caller.team_id, [given(caller.team_id, phone)]);
  assert.deepEqual(
    (await listed(caller, "current=true")).map(({ status, basis }) => [status, basis]),
    [["opted_in", "form"]],
  );
});

test("an invalid address of the channel is skipped, and the rest is recorded", async () => {
  const caller = testCaller();
  const team = caller.team_id;
  await takeConsents(recording, team, [
    given(team, { address: "+1", channel: "sms" }),
    given(team, { channel: "sms" }),
    given(team, { address: "+14155550100" }),
    given(team, { address: "+14155550100", channel: "whatsapp", purpose: "transactional" }),
  ]);
  assert.deepEqual(
    (await listed(caller)).map((one) => [one["address"], one["channel"]]),
    [["+14155550100", "whatsapp"]],
  );
});
