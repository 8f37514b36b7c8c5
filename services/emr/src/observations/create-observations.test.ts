import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { reader, testEmr, withoutId } from "../testing/test-emr.ts";
import { heartRate, wellnessOf, wellnessTeam } from "../testing/wellness-samples.ts";

const { door, strangers, sql, rewrite, looks } = await testEmr();
const { consent, step, observe } = wellnessOf(door);
const told = ({ body }: { body: { errors?: { field: string; code: string }[] } }) =>
  (body.errors ?? []).map(({ field, code }) => `${field} ${code}`).sort();
const stored = async (caller: { team_id: string }) =>
  (await sql("select 1 from emr.observations where team_id = $1", [caller.team_id])).length;

/** A team whose contact consents to these categories. */
async function consenting(...categories: string[]) {
  const team = wellnessTeam();
  const { id } = await consent(team.service, team.contact, { categories });
  return { ...team, consentId: id };
}

test("an observation is stored as sent, under its known category, and recorded with its contact", async () => {
  const { service, contact } = await consenting("vitals");
  const reply = await observe(service, heartRate(contact, { external_id: "w-1" }));
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  const { created_at, updated_at, recorded_at, ...rest } = reply.body;
  assert.deepEqual([updated_at, recorded_at], [created_at, created_at]);
  assert.deepEqual(withoutId(rest), {
    contact_id: contact,
    code: { system: "http://loinc.org", code: "8867-4", display: "Heart rate" },
    ...{ category: "vitals", value: 64, components: [], unit: "/min" },
    ...{ effective_at: "2026-03-01T08:00:00.000Z", effective_period: null },
    ...{ source: { type: "device", name: "watch" }, external_id: "w-1", version: 1 },
    created_by: { type: "service", id: service.token_id },
  });
  assert.equal(reply.headers.location, `http://gateway.test/api/v1/wellness/observations/${rest.id}`);
  assert.match(reply.headers["x-changeset-id"] ?? "", /^emr_/);
  const { action, contact_id, status } = (await looks(service)).at(-1) ?? {};
  assert.deepEqual([action, contact_id, status], ["create", contact, 201]);
});

test("a blood pressure is its two components, a period has a start and an end", async () => {
  const { service, contact } = await consenting("vitals");
  const pressure = (code: string, value: number) => ({
    code: { system: "http://loinc.org", code },
    value,
    unit: "mm[Hg]",
  });
  const components = [pressure("8480-6", 121), pressure("8462-4", 79)];
  const base = heartRate(contact, { effective_at: undefined, value: undefined, unit: undefined });
  const period = { start: "2026-03-01T08:00:00+02:00", end: "2026-03-01T06:05:00Z" };
  const body = {
    ...base,
    code: { system: "http://loinc.org", code: "85354-9" },
    components,
    effective_period: period,
  };
  const reply = await observe(service, body);
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  assert.equal(reply.body.value, null);
  assert.deepEqual(
    reply.body.components.map((one: { value: number }) => one.value),
    [121, 79],
  );
  const shown = { start: "2026-03-01T06:00:00.000Z", end: "2026-03-01T06:05:00.000Z" };
  assert.deepEqual([reply.body.effective_at, reply.body.effective_period], [null, shown]);
  for (const wrong of [components.slice(1), [components[0], components[0]], []])
    assert.deepEqual(told(await observe(service, { ...body, components: wrong })), [
      "components invalid_value",
    ]);
  assert.deepEqual(told(await observe(service, { ...body, value: 121 })), ["value not_allowed"]);
});

const loinc = (code: string) => ({ system: "http://loinc.org", code });
const other = { system: "urn:clinic", code: "x" };
for (const [what, rest, faults] of [
  ["a text for a number", { value: "64" }, ["value invalid_type"]],
  ["a truth for a number", { value: true }, ["value invalid_type"]],
  ["null", { value: null }, ["value required"]],
  ["less than nothing", { value: -1 }, ["value too_small"]],
  ["another unit", { unit: "bpm" }, ["unit not_allowed"]],
  ["the unit in capitals", { unit: "/MIN" }, ["unit not_allowed"]],
  ["no unit", { unit: null }, ["unit required"]],
  ["another category", { category: "sleep" }, ["category not_allowed"]],
  ["saturation over 100", { code: loinc("59408-5"), value: 101, unit: "%" }, ["value too_large"]],
  ["half a step", { code: loinc("55423-8"), value: 1.5, unit: "1" }, ["value invalid_value"]],
  ["glucose in another unit", { code: loinc("2339-0"), value: 5, unit: "g/L" }, ["unit not_allowed"]],
  ["a unit with a blank", { unit: "{beats} /min" }, ["unit not_allowed"]],
  ["an unknown code without category", { code: other }, ["category required"]],
  ["an unknown code of nothing", { code: other, category: "mood", value: null }, ["value required"]],
  ["an unknown code of a list", { code: other, category: "mood", value: [1] }, ["value invalid_type"]],
  ["a long text", { code: other, category: "mood", value: "x".repeat(1_001) }, ["value too_long"]],
  ["a day", { effective_at: "2026-03-01" }, ["effective_at invalid_format"]],
  ["no zone", { effective_at: "2026-03-01T08:00:00" }, ["effective_at invalid_format"]],
  ["a time far ahead", { effective_at: "2126-03-01T08:00:00Z" }, ["effective_at too_large"]],
  [
    "two times",
    { effective_period: { start: "2026-03-01T08:00:00Z", end: "2026-03-01T09:00:00Z" } },
    ["effective_at not_allowed", "effective_period not_allowed"],
  ],
  [
    "a period without its end",
    { effective_at: undefined, effective_period: { start: "2026-03-01T08:00:00Z" } },
    ["effective_period.end required"],
  ],
  [
    "a period whose end is null",
    { effective_at: undefined, effective_period: { start: "2026-03-01T08:00:00Z", end: null } },
    ["effective_period.end required"],
  ],
  ["no time", { effective_at: undefined }, ["effective_at required", "effective_period required"]],
  [
    "an end before its start",
    {
      effective_at: undefined,
      effective_period: { start: "2026-03-01T08:00:00Z", end: "2026-03-01T07:00:00Z" },
    },
    ["effective_period.end too_small"],
  ],
  ["a source of nothing", { source: { type: "rumour" } }, ["source.type invalid_value"]],
  [
    "a system that is no address",
    { code: { ...other, system: "loinc" }, category: "mood" },
    ["code.system invalid_format"],
  ],
  ["a member too much", { note: "x" }, ["note unknown_field"]],
] as const)
  test(`an observation with ${what} is refused at its place, alone and in a batch`, async () => {
    const { service, contact } = await consenting("vitals", "activity", "mood", "glucose", "sleep");
    const bad = heartRate(contact, rest);
    const alone = await observe(service, bad);
    assert.deepEqual([alone.status, told(alone)], [422, [...faults]]);
    const batch = await observe(service, { observations: [heartRate(contact), bad] });
    assert.deepEqual([batch.status, told(batch)], [422, faults.map((fault) => `observations.1.${fault}`)]);
    assert.equal(await stored(service), 0);
  });

test("unknown codes are kept as sent; 0 and false are values", async () => {
  const { service, contact } = await consenting("mood");
  for (const value of [0, false, "calm", 1.25, true]) {
    const sent = heartRate(contact, { code: other, category: "mood", value, unit: undefined });
    const reply = await observe(service, sent);
    assert.deepEqual([reply.status, reply.body.value, reply.body.unit], [201, value, null]);
  }
});

test("0 and 501 observations, and a batch beside another member, are refused", async () => {
  const { service, contact } = await consenting("vitals");
  const many = Array.from({ length: 501 }, () => heartRate(contact));
  assert.deepEqual(told(await observe(service, { observations: [] })), ["observations too_few"]);
  assert.deepEqual(told(await observe(service, { observations: many })), ["observations too_many"]);
  const both = { observations: [heartRate(contact)], value: 1, note: 2 };
  assert.deepEqual(told(await observe(service, both)), ["note unknown_field", "value unknown_field"]);
  const whole = await observe(service, { observations: many.slice(1) });
  assert.deepEqual([whole.status, whole.body.observations.length, await stored(service)], [201, 500, 500]);
});

test("a batch with one category that is not consented to stores nothing and names its places", async () => {
  const { service, contact } = await consenting("vitals");
  const steps = heartRate(contact, { code: loinc("55423-8"), unit: "1" });
  const reply = await observe(service, {
    observations: [heartRate(contact), steps, heartRate(contact), steps],
  });
  assert.deepEqual([reply.status, reply.body.code], [403, "consent_required"]);
  assert.deepEqual(told(reply), ["observations.1 consent_required", "observations.3 consent_required"]);
  assert.equal(await stored(service), 0);
  const { contact_id, outcome } = (await looks(service)).at(-1) ?? {};
  assert.deepEqual([contact_id, outcome], [contact, "denied"]);
});

test("a batch may be of several contacts, each of whom must consent; its record names none of them", async () => {
  const { service, contact } = await consenting("vitals");
  const second = randomUUID();
  const batch = { observations: [heartRate(contact), heartRate(second)] };
  assert.deepEqual(told(await observe(service, batch)), ["observations.1 consent_required"]);
  await consent(service, second);
  assert.equal((await observe(service, batch)).status, 201);
  assert.equal((await looks(service)).at(-1)?.contact_id, null);
});

test("bad members come before unknown contacts, and these before consent", async () => {
  const { service } = await consenting("vitals");
  const [nobody, unasked] = [randomUUID(), randomUUID()];
  strangers.add(nobody);
  const observations = [heartRate(unasked), heartRate(nobody), heartRate(unasked, { unit: "x" })];
  assert.deepEqual(told(await observe(service, { observations })), ["observations.2.unit not_allowed"]);
  const known = { observations: observations.slice(0, 2) };
  assert.deepEqual(told(await observe(service, known)), ["observations.1.contact_id not_found"]);
  const alone = await observe(service, heartRate(nobody));
  assert.deepEqual([alone.status, told(alone)], [422, ["contact_id not_found"]]);
  assert.equal((await observe(service, heartRate(unasked))).status, 403);
});

test("consents add up; one that is revoked or over leaves the others", async () => {
  const { service, contact, consentId } = await consenting("vitals");
  const { id } = await consent(service, contact, { categories: ["vitals", "sleep"] });
  await step(service, "revoke", consentId);
  assert.equal((await observe(service, heartRate(contact))).status, 201);
  await rewrite("update emr.consents set expires_at = clock_timestamp() where id = $1", [id]);
  assert.equal((await observe(service, heartRate(contact))).status, 403);
  await consent(service, contact, { status: "pending" });
  assert.equal((await observe(service, heartRate(contact))).status, 403);
});

test("what its source sends again is answered as it was stored: alone, in a batch, as a twin", async () => {
  const { service, contact } = await consenting("vitals");
  const sent = heartRate(contact, { external_id: "w-1" });
  const first = await observe(service, sent);
  const again = await observe(service, { ...sent, value: 99 });
  assert.deepEqual([again.status, again.body], [200, first.body]);
  assert.equal(again.headers["x-changeset-id"], undefined);
  const fresh = heartRate(contact, { external_id: "w-2" });
  const mixed = await observe(service, { observations: [fresh, sent, fresh] });
  const ids = mixed.body.observations.map(({ id }: { id: string }) => id);
  assert.deepEqual([mixed.status, ids[1], ids[2]], [201, first.body.id, ids[0]]);
  assert.equal((await observe(service, { observations: [sent, fresh] })).status, 200);
  const nameless = { ...sent, source: { type: "device" } };
  assert.equal((await observe(service, nameless)).status, 201);
  assert.equal(await stored(service), 3);
});

test("twenty of one external id at once store one", async () => {
  const { service, contact } = await consenting("vitals");
  const sent = heartRate(contact, { external_id: "w-1" });
  const replies = await Promise.all(Array.from({ length: 20 }, () => observe(service, sent)));
  assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1);
  assert.deepEqual(replies.filter(({ status }) => status === 201).length, 1);
  assert.equal(await stored(service), 1);
});

test("consent is asked for before a repeat is answered: by external id and by Idempotency-Key", async () => {
  const { service, contact, consentId } = await consenting("vitals");
  const sent = heartRate(contact, { external_id: "w-1" });
  const key = { "idempotency-key": "once" };
  const first = await observe(service, sent, key);
  const again = await observe(service, sent, key);
  assert.deepEqual(
    [again.status, again.headers["idempotency-replayed"], again.body],
    [201, "true", first.body],
  );
  await step(service, "revoke", consentId);
  for (const headers of [key, {}]) {
    const refused = await observe(service, sent, headers);
    assert.deepEqual([refused.status, refused.body.code], [403, "consent_required"]);
    assert.equal(refused.body.value, undefined);
  }
});

test("a repeat under another category shows nothing of the stored one's", async () => {
  const { service, contact, consentId } = await consenting("mood");
  const sent = heartRate(contact, { code: other, category: "mood", external_id: "w-1" });
  assert.equal((await observe(service, sent)).status, 201);
  await step(service, "revoke", consentId);
  await consent(service, contact, { categories: ["sleep"] });
  const reply = await observe(service, { ...sent, category: "sleep" });
  assert.deepEqual([reply.status, reply.body.code], [403, "consent_required"]);
});

test("a person's observation is a proposal; without consent by then it is not approved and stays queued", async () => {
  const { service, member, admin, contact, consentId } = await consenting("vitals");
  const proposed = await observe(member, heartRate(contact));
  assert.deepEqual([proposed.status, proposed.body.preview[0].after.value], [202, 64]);
  const path = { changeset_id: proposed.body.changeset_id };
  await step(service, "revoke", consentId);
  const refused = await door.call("ApproveChangeset", { caller: admin, path });
  assert.deepEqual([refused.status, refused.body.code], [403, "consent_required"]);
  assert.equal((await door.call("GetChangeset", { caller: admin, path })).body.status, "queued");
  await consent(service, contact);
  const approved = await door.call("ApproveChangeset", { caller: admin, path });
  assert.deepEqual([approved.status, approved.body.result.value], [200, 64]);
  const undone = await door.call("UndoChangeset", { caller: admin, path });
  assert.deepEqual([undone.status, undone.body.code], [409, "not_undoable"]);
});

test("scope is asked for again here, whatever came through the gateway", async () => {
  const { service, contact } = await consenting("vitals");
  const narrow = { ...service, scopes: [{ resource: "wellness", actions: ["read"] }] } as typeof service;
  const reply = await observe(narrow, heartRate(contact));
  assert.deepEqual([reply.status, reply.body.code], [403, "insufficient_scope"]);
  assert.equal(await stored(service), 0);
  assert.equal((await observe(reader(), heartRate(contact))).status, 403);
});
