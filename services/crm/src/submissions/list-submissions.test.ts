import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { farInstants, oddInstants, notInstants } from "@jst/query/testing";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";
import { testForms } from "../testing/test-forms.ts";

const crm = await testCrm();
const { door } = crm;
const { newForm, submit, patchForm: patch } = testForms(crm);
const list = (caller: Caller, slug: string, query = "") =>
  door.call("ListSubmissions", { caller, path: { slug }, query });

test("a list is narrowed by time, contact and text, paged newest first, and of its own form alone", async () => {
  const caller = testCaller();
  const [slug, other] = [await newForm(caller), await newForm(caller)];
  const all: { id: string; submitted_at: string; contact_id: string }[] = [];
  for (const body of [
    { email: "ada@x.test", name: "Quagga" },
    { email: "bob@x.test" },
    { name: "quagga too" },
  ])
    all.push((await submit(caller, slug, body)).body);
  await submit(caller, other, { name: "Quagga" });
  const [first, second, third] = all;
  assert.ok(first && second && third);
  const ids = async (query: string) => {
    const { status, body } = await list(caller, slug, query);
    assert.equal(status, 200, `${query} ${JSON.stringify(body)}`);
    return (body.submissions as { id: string }[]).map(({ id }) => all.findIndex((one) => one.id === id));
  };
  assert.deepEqual(await ids(""), [2, 1, 0]);
  assert.deepEqual(await ids("sort=submitted_at:asc"), [0, 1, 2]);
  assert.deepEqual(await ids("q=QUAGGA"), [2, 0]);
  assert.deepEqual(await ids(`since=${second.submitted_at}&sort=submitted_at:asc`), [1, 2]);
  assert.deepEqual(await ids(`until=${second.submitted_at}`), [0]);
  assert.deepEqual(await ids(`contact_id=${second.contact_id}`), [1]);
  assert.deepEqual(await ids(`contact_id=${randomUUID()}`), []);
  const page = (await list(caller, slug, "limit=2&count=exact")).body;
  assert.deepEqual([page.total, page.has_more], [3, true]);
  assert.deepEqual(await ids(`limit=2&cursor=${page.next_cursor}`), [0]);
  assert.equal((await list(caller, other, `limit=2&cursor=${page.next_cursor}`)).body.code, "invalid_cursor");
  for (const instant of [...Object.keys(oddInstants), ...Object.keys(farInstants)].map(encodeURIComponent))
    await ids(`since=${instant}&until=${instant}`);
  for (const bad of [
    ...notInstants.flatMap((text) => ["since=", "until="].map((name) => name + encodeURIComponent(text))),
    "since=now",
    "until=2020-01-01",
    `q=${"x".repeat(201)}`,
    "contact_id=x",
    "sort=id:asc",
    "sort=data:asc",
    "status=x",
  ])
    assert.equal((await list(caller, slug, bad)).status, 400, bad);
  assert.equal((await list(testCaller(), slug)).status, 404);
  await patch(caller, slug, { status: "archived" });
  assert.deepEqual(await ids(""), [2, 1, 0]);
});
