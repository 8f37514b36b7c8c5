import assert from "node:assert/strict";
import { test } from "node:test";
import { reader, testEmr } from "../testing/test-emr.ts";

const { door, take, looks } = await testEmr();

const caller = reader();
const people = [
  ["Zola", "Émile", "1840-04-02"],
  ["adams", "Douglas", "1952-03-11"],
  ["Byron", "Ada", "1815-12-10"],
  ["Byron", "George", "1788"],
  [null, "Cher", "1946-05-20"],
] as const;
const nameless = { resourceType: "Patient", identifier: [{ value: "M-9" }] };
await take(caller, [
  ...people.map(([family, given, birthDate], index) => ({
    resourceType: "Patient",
    identifier: [{ value: `M-${index}` }],
    name: [{ ...(family === null ? {} : { family }), given: [given] }],
    birthDate,
  })),
  nameless,
]);

async function list(query = "", who = caller) {
  const reply = await door.call("ListPatients", { caller: who, query });
  const given = (reply.body.patients ?? []).map(
    (one: { name: { given: string[] } }) => one.name.given[0] ?? null,
  );
  return { ...reply, given };
}

test("the roster is by name, case-blind, with who has none at its end; pages hold each once", async () => {
  const whole = ["Douglas", "Ada", "George", "Cher", "Émile", null];
  assert.deepEqual((await list()).given, whole);
  assert.deepEqual((await list("sort=name:desc")).given, ["Émile", "Cher", "George", "Ada", "Douglas", null]);
  const walked: (string | null)[] = [];
  for (let cursor = ""; ;) {
    const { given, body } = await list(`limit=1${cursor}`);
    walked.push(...given);
    if (!body.has_more) break;
    assert.doesNotMatch(Buffer.from(body.next_cursor, "base64url").toString("latin1"), /byron|adams|zola/i);
    cursor = `&cursor=${body.next_cursor}`;
  }
  assert.deepEqual(walked, whole);
});

for (const [query, expected] of [
  ["q=BYRON", ["Ada", "George"]],
  ["q=%C3%A9mil", ["Émile"]],
  ["q=ada byr", ["Ada"]],
  ["q=M-3", ["George"]],
  ["q=%25%25", []],
  ["q=%27%20or%201%3D1%20--", []],
  ["q=family:exact%7Cx", []],
  ["q=_.search?name=a", []],
  ["q=__", []],
  ["q=%5C%5C", []],
  ["q=%27%27", []],
  ["q=%27%29%20union%20select%20null--", []],
  ["q=%27%3B%20drop%20table%20emr.patients%3B--", []],
  ["q=%241%20or%20true", []],
  ["q=name:contains%3Dada", []],
  ["q=identifier%3Durn:clinic%7CM-3", []],
  ["q=_has:Observation:patient:code%3D1", []],
  ["q=birthdate%3Dge1800", []],
  ["q=ada,byron", []],
  ["q=.%2A", []],
  ["q=ada%26%20byron", []],
  ["birth_date=1815-12-10", ["Ada"]],
  ["birth_date=1788-01-01", []],
  ["status=inactive", []],
  ["status=all&q=cher", ["Cher"]],
] as const) {
  test(`${query} finds ${expected.join(", ") || "nobody"}`, async () => {
    const { status, given } = await list(query);
    assert.deepEqual([status, given], [200, expected]);
  });
}

for (const [query, code] of [
  ["status=pending", "invalid_parameter"],
  ["status=removed", "invalid_parameter"],
  ["birth_date=2026-02-30", "invalid_parameter"],
  ["birth_date=1815", "invalid_parameter"],
  [`q=${"x".repeat(201)}`, "invalid_parameter"],
  ["sort=birth_date:asc", "invalid_sort"],
  ["sort=mrn:asc", "invalid_sort"],
  ["cursor=abc", "invalid_cursor"],
  ["filter={}", "unknown_parameter"],
  ["limit=0", "invalid_parameter"],
] as const) {
  test(`${query} is ${code}, on record, and the refusal tells no value`, async () => {
    const who = reader();
    const reply = await list(query, who);
    assert.deepEqual([reply.status, reply.body.code], [400, code]);
    assert.equal((await looks(who)).at(-1)?.outcome, "failed");
  });
}

test("who is pending or removed is in no list, and a page of 1,000 has 200 at most", async () => {
  const who = reader();
  await door.operate("SeedEmr", { team_id: who.team_id });
  assert.deepEqual((await list("status=all", who)).given.length, 2);
  const { body } = await list("limit=1000");
  assert.equal(body.patients.length, 6);
  assert.deepEqual(
    (await looks(who)).map(({ action }) => action),
    ["search"],
  );
});

test("a cursor of another team is refused", async () => {
  const { body } = await list("limit=1");
  assert.equal((await list(`limit=1&cursor=${body.next_cursor}`, reader())).body.code, "invalid_cursor");
});
