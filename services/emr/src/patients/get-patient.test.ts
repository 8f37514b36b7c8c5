import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { ada, reader, testEmr } from "../testing/test-emr.ts";

const { door, take, looks, sql } = await testEmr();

const get = (caller = reader(), patient_id: string = randomUUID(), headers = {}) =>
  door.call("GetPatient", { caller, path: { patient_id }, headers });

async function imported(caller = reader(), enroll = true) {
  const report = await take(caller, [ada()], enroll);
  return report.resources[0]?.id ?? "";
}

test("a chart is answered as it was imported, kept by no cache, and the look is on record", async () => {
  const caller = reader();
  const id = await imported(caller);
  const reply = await get(caller, id, { "x-purpose-of-use": "TREAT" });
  assert.equal(reply.status, 200);
  assert.equal(reply.headers["cache-control"], "no-store");
  const { created_at, updated_at, enrolled_at, generated_at, ...chart } = reply.body;
  for (const time of [created_at, updated_at, enrolled_at, generated_at])
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(chart, {
    id,
    mrn: "MRN-1",
    status: "active",
    name: { given: ["Ada", "King"], family: "Lovelace", text: "Ada King Lovelace" },
    birth_date: "1815-12-10",
    sex: "female",
    deceased: null,
    deceased_at: null,
    contact_id: null,
    inactivated_at: null,
    created_by: { type: "system", id: null },
    version: 1,
    problems: [],
    medications: [],
    prohibited_medications: [],
    allergies: [],
    problem_status: "no_information",
    medication_status: "no_information",
    allergy_status: "no_information",
    counts: { problems: 0, medications: 0, allergies: 0, labs: 0, reports: 0 },
    last_lab_at: null,
  });
  assert.deepEqual(await looks(caller), [
    {
      action: "read",
      outcome: "success",
      status: 200,
      route: "GET /api/v1/emr/patients/{patient_id}",
      patient_id: id,
      contact_id: null,
      code: null,
      purpose_of_use: "TREAT",
    },
  ]);
});

test("absent, malformed, foreign, pending and removed patients are one 404 to the letter, each on record", async () => {
  const caller = reader();
  const foreign = await imported();
  const pending = await imported(caller, false);
  const removed = (await take(caller, [ada({ identifier: [{ system: "urn:clinic", value: "MRN-2" }] })]))
    .resources[0]?.id;
  await sql("update emr.patients set status = 'removed' where id = $1", [removed]);
  const asked = [randomUUID(), "no-id", foreign, pending, removed ?? "", foreign.toUpperCase()];
  const replies = [];
  for (const id of asked) replies.push(await get(caller, id));
  const [first] = replies;
  for (const { status, body, headers } of replies) {
    assert.equal(status, 404);
    assert.deepEqual(
      { ...body, request_id: "", trace_id: "" },
      { ...first?.body, request_id: "", trace_id: "" },
    );
    assert.deepEqual(Object.keys(headers).sort(), Object.keys(first?.headers ?? {}).sort());
    assert.equal(headers["cache-control"], "no-store");
  }
  assert.deepEqual(
    (await looks(caller)).map(({ outcome, status, patient_id }) => [outcome, status, patient_id]),
    asked.map((id) => ["not_found", 404, id === "no-id" ? null : id.toLowerCase()]),
  );
});

test("a scope that is gone between gateway and handler is refused and on record", async () => {
  const caller = reader();
  const id = await imported(caller);
  for (const scopes of [
    [{ resource: "emr", actions: ["write" as const] }],
    [{ resource: "contacts", actions: ["read" as const] }],
  ]) {
    const reply = await get({ ...caller, scopes }, id);
    assert.deepEqual([reply.status, reply.body.code], [403, "insufficient_scope"]);
  }
  const wildcard = await get({ ...caller, scopes: [{ resource: "*", actions: ["read"] }] }, id);
  assert.equal(wildcard.status, 200);
  assert.deepEqual(
    (await looks(caller)).map(({ outcome, code, patient_id }) => [outcome, code, patient_id]),
    [
      ["denied", "insufficient_scope", id],
      ["denied", "insufficient_scope", id],
      ["success", null, id],
    ],
  );
});

for (const purpose of ["", "a b", "x".repeat(65), "x".repeat(10_000)]) {
  test(`a purpose of ${purpose.length} characters that is not valid is refused, also for an absent patient`, async () => {
    const caller = reader();
    const reply = await get(caller, randomUUID(), {
      "x-purpose-of-use": purpose,
    });
    assert.deepEqual([reply.status, reply.body.code], [400, "invalid_parameter"]);
    assert.equal(reply.body.errors[0].field, "X-Purpose-Of-Use");
    const [look] = await looks(caller);
    assert.deepEqual([look?.outcome, look?.status, look?.purpose_of_use], ["failed", 400, null]);
  });
}

test("an unknown parameter is refused before the patient is looked for, and on record", async () => {
  const caller = reader();
  const reply = await door.call("GetPatient", {
    caller,
    path: { patient_id: randomUUID() },
    query: "expand=x",
  });
  assert.deepEqual([reply.status, reply.body.code], [400, "unknown_parameter"]);
  assert.deepEqual(
    (await looks(caller)).map(({ outcome, status }) => [outcome, status]),
    [["failed", 400]],
  );
});

for (const [method, query] of [
  ["ListProblems", "cursor=abc"],
  ["ListMedications", "cursor=abc"],
  ["ListAllergies", "cursor=abc"],
  ["GetLabs", "cursor=abc"],
  ["GetLabs", "code=x&from=yesterday"],
  ["ListProblems", "status=cured"],
] as const)
  test(`${method} of a patient who is absent with ${query} is 400 as of one who is there`, async () => {
    const caller = reader();
    const there = await imported(caller);
    for (const patient_id of [there, randomUUID()]) {
      const reply = await door.call(method, { caller, path: { patient_id }, query });
      assert.equal(reply.status, 400);
      assert.equal((await looks(caller)).at(-1)?.outcome, "failed");
    }
  });

test("labs off: the chart does not tell that there are any", async () => {
  const caller = reader(testCaller(), false);
  const id = await imported(caller);
  const { body } = await get(caller, id);
  assert.deepEqual(body.counts, { problems: 0, medications: 0, allergies: 0 });
  assert.equal("last_lab_at" in body, false);
});
