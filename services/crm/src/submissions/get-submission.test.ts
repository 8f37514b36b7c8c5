import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";
import { testForms } from "../testing/test-forms.ts";

const crm = await testCrm();
const { door } = crm;
const { newForm, submit, patchForm } = testForms(crm);

test("a submission reads as it was answered, under its own form's slug or id alone", async () => {
  const caller = testCaller();
  const slug = await newForm(caller);
  const { body: made } = await submit(caller, slug, { name: "<b>Ada</b>" });
  const read = (form: string, submission_id: string, who = caller) =>
    door.call("GetSubmission", { caller: who, path: { slug: form, submission_id } });
  for (const form of [slug, made.form_id]) assert.deepEqual((await read(form, made.id)).body, made);
  const { body: other } = await submit(caller, await newForm(caller), {});
  for (const reply of [
    await read(slug, other.id),
    await read(slug, randomUUID()),
    await read(slug, "17"),
    await read("nothing", made.id),
    await read(made.form_id, made.id, testCaller()),
  ])
    assert.deepEqual([reply.status, reply.body.code], [404, "not_found"]);
  await patchForm(caller, slug, { status: "archived" });
  assert.equal((await read(slug, made.id)).status, 200);
});
