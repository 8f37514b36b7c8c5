import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";
import { testForms } from "../testing/test-forms.ts";
import { person } from "../testing/test-people.ts";

const crm = await testCrm();
const { door, stored } = crm;
const { newForm, submit, patchForm } = testForms(crm);

test("a submission changes nothing of its form but the count, which every version shows as it is today", async () => {
  const caller = testCaller();
  const slug = await newForm(caller);
  await patchForm(caller, slug, { title: "Second" });
  const read = (query = "") => door.call("GetForm", { caller, path: { slug }, query });
  const [before, { changes }] = [await read(), await stored(caller.team_id)];
  await submit(caller, slug, {});
  await submit(caller, slug, {});
  const now = await read();
  assert.deepEqual(
    [now.headers.etag, now.body],
    [before.headers.etag, { ...before.body, submission_count: 2 }],
  );
  assert.deepEqual((await stored(caller.team_id)).changes, [...changes, "create", "create"]);
  for (const version of [1, 2]) {
    const { body } = await read(`version=${version}`);
    assert.deepEqual([body.version, body.submission_count], [version, 2]);
  }
});

test("a proposed change of the form is approved as it was, whatever is submitted meanwhile", async () => {
  const caller = testCaller();
  const slug = await newForm(caller);
  const queued = await patchForm(person(caller.team_id, "member"), slug, { title: "Proposed" });
  assert.equal(queued.status, 202);
  await submit(caller, slug, {});
  const path = { changeset_id: queued.body.changeset_id as string };
  const approved = await door.call("ApproveChangeset", { caller: person(caller.team_id, "admin"), path });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  const { body } = await door.call("GetForm", { caller, path: { slug } });
  assert.deepEqual([body.title, body.version], ["Proposed", 2]);
});

test("an approval judges the answers by the form of that moment, and the submission has its time", async () => {
  const caller = testCaller();
  const slug = await newForm(caller);
  const member = person(caller.team_id, "member");
  const [good, bad] = [
    await submit(member, slug, { name: "Ada" }),
    await submit(member, slug, { size: "M" }),
  ];
  const asked = { id: "name", label: "N", type: "short_text", required: true, maps_to: "first_name" };
  const { body: changed } = await patchForm(caller, slug, { fields: [asked] });
  const approve = ({ body }: typeof good) =>
    door.call("ApproveChangeset", {
      caller: person(caller.team_id, "admin"),
      path: { changeset_id: body.changeset_id as string },
    });
  const refused = await approve(bad);
  assert.ok([409, 422].includes(refused.status), JSON.stringify(refused.body));
  assert.ok(["validation_failed", "changeset_conflict"].includes(refused.body.code));
  assert.equal((await approve(good)).status, 200);
  const { submissions } = (await door.call("ListSubmissions", { caller, path: { slug } })).body;
  assert.deepEqual([submissions.length, submissions[0].form_version], [1, 2]);
  assert.ok(submissions[0].submitted_at >= changed.updated_at);
});

test("a limit below what a form has leaves it full, and a higher one opens it", async () => {
  const caller = testCaller();
  const slug = await newForm(caller);
  for (let n = 0; n < 3; n += 1) await submit(caller, slug, {});
  assert.equal((await patchForm(caller, slug, { settings: { max_submissions: 2 } })).status, 200);
  assert.equal((await submit(caller, slug, {})).body.reason, "full");
  await patchForm(caller, slug, { settings: { max_submissions: 4 } });
  assert.deepEqual(
    [(await submit(caller, slug, {})).status, (await submit(caller, slug, {})).body.reason],
    [201, "full"],
  );
});

test("source and metadata keep their bounds", async () => {
  const caller = testCaller();
  const slug = await newForm(caller);
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, "v"]));
  const good = { source: "s".repeat(100), metadata: { ...keys(49), long: "👍".repeat(500) } };
  const { status, body } = await submit(caller, slug, { data: {}, ...good });
  assert.deepEqual([status, body.source, body.metadata], [201, good.source, good.metadata]);
  for (const [more, field] of [
    [{ source: "s".repeat(101) }, "source"],
    [{ source: "" }, "source"],
    [{ source: null }, "source"],
    [{ metadata: keys(51) }, "metadata"],
    [{ metadata: { k: "x".repeat(501) } }, "metadata.k"],
    [{ metadata: null }, "metadata"],
  ] as const) {
    const reply = await submit(caller, slug, { data: {}, ...more });
    assert.deepEqual([reply.status, reply.body.errors[0].field], [422, field], JSON.stringify(more));
  }
});
