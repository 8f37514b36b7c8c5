import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { reader, testEmr } from "../testing/test-emr.ts";
import { heartRate, observedIn, said, steps, wellnessOf } from "../testing/wellness-samples.ts";

const { door, looks } = await testEmr();
const { consent, step, observe, list } = wellnessOf(door);
const valuesOf = ({ body }: { body: { observations: { value: unknown }[] } }) =>
  body.observations.map(({ value }) => value);

test("a list shows what is consented to now: a revocation hides, a new consent shows again", async () => {
  const { service, contact, activity } = await observedIn(door);
  assert.deepEqual(valuesOf(await list(service)), [900, 64]);
  await step(service, "revoke", activity);
  assert.deepEqual(valuesOf(await list(service)), [64]);
  assert.deepEqual(valuesOf(await list(service, { contact_id: contact })), [64]);
  await consent(service, contact, { categories: ["activity"] });
  assert.deepEqual(valuesOf(await list(service)), [900, 64]);
});

test("of one contact it is 403 where nothing that is asked for is consented to", async () => {
  const { service, contact, vitals, activity } = await observedIn(door);
  await step(service, "revoke", activity);
  for (const [parameters, status] of [
    [{}, 200],
    [{ category: "vitals" }, 200],
    [{ category: "activity" }, 403],
    [{ code: "55423-8" }, 403],
    [{ code: "http://loinc.org|55423-8" }, 403],
    [{ code: "8867-4" }, 200],
    [{ code: "8867-4", category: "activity" }, 403],
    [{ code: "x" }, 200],
  ] as const)
    assert.equal((await list(service, { contact_id: contact, ...parameters })).status, status);
  await step(service, "revoke", vitals);
  assert.equal((await list(service, { contact_id: contact })).status, 403);
  const last = (await looks(service)).at(-1);
  assert.deepEqual([last?.action, last?.outcome, last?.contact_id], ["search", "denied", contact]);
});

test("an unknown contact, one of another team and one who does not consent are the same 403", async () => {
  const { contact } = await observedIn(door);
  const caller = reader();
  const replies = [
    await list(caller, { contact_id: contact }),
    await list(caller, { contact_id: randomUUID() }),
  ];
  const shown = replies.map(said);
  assert.equal(replies[0]?.status, 403);
  assert.deepEqual(shown[1], shown[0]);
});

test("pages are full and their cursors show nothing, with hidden observations between shown ones", async () => {
  const { service, contact, activity } = await observedIn(door);
  for (let n = 0; n < 6; n++)
    await observe(service, {
      observations: [heartRate(contact, { value: 60 + n }), steps(contact, { value: n })],
    });
  await step(service, "revoke", activity);
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(service, { limit: "3", ...(cursor === undefined ? {} : { cursor }) });
    const values = valuesOf(page);
    seen.push(...values);
    assert.equal(page.body.has_more, seen.length < 7);
    assert.equal(values.length, page.body.has_more === true ? 3 : 1);
    cursor = page.body.next_cursor ?? undefined;
    assert.doesNotMatch(Buffer.from(cursor ?? "", "base64url").toString(), /2026/);
  } while (cursor !== undefined);
  assert.deepEqual(seen.length, 7);
});

test("it is narrowed by code, category and time, from inclusive and to exclusive, and sorted by time", async () => {
  const { service } = await observedIn(door);
  const at = "2026-03-02T08:00:00Z";
  assert.deepEqual(valuesOf(await list(service, { from: at })), [900]);
  assert.deepEqual(valuesOf(await list(service, { to: at })), [64]);
  assert.deepEqual(valuesOf(await list(service, { code: "8867-4" })), [64]);
  assert.deepEqual(valuesOf(await list(service, { code: "urn:x|8867-4" })), []);
  assert.deepEqual(valuesOf(await list(service, { category: "activity" })), [900]);
  assert.deepEqual(valuesOf(await list(service, { sort: "effective_at:asc" })), [64, 900]);
  assert.deepEqual(valuesOf(await list(service, { sort: "recorded_at:asc" })), [64, 900]);
});

for (const query of [
  "from=2026-03-01",
  "to=yesterday",
  "category=dna",
  "contact_id=x",
  "sort=value:asc",
  "filter=%7B%7D",
  "status=active",
  "cursor=AAAA",
])
  test(`${query} is refused`, async () => {
    const reply = await door.call("ListObservations", { caller: reader(), query });
    assert.equal(reply.status, 400);
  });
