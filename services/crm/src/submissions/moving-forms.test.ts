import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller, type TestReply } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";
import { testForms } from "../testing/test-forms.ts";

const crm = await testCrm();
const { strangers } = crm;
const { newForm, submit, patchForm: patch } = testForms(crm);
const faults = ({ status, body }: TestReply): string[] => {
  assert.deepEqual([status, body.code], [422, "validation_failed"], JSON.stringify(body));
  return (body.errors as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);
};

test("a file is one of the team's live ones; a form that asks for one is not public", async () => {
  const caller = testCaller();
  const fields = [{ id: "cv", label: "CV", type: "file", required: true }];
  const slug = await newForm(caller, { fields });
  const [live, stranger] = [randomUUID(), randomUUID()];
  strangers.add(stranger);
  assert.deepEqual((await submit(caller, slug, { cv: live })).body.data, { cv: live });
  assert.equal((await submit(caller, slug, { cv: live.toUpperCase() })).status, 201);
  for (const cv of [stranger, "cv.pdf", "'; --"])
    assert.deepEqual(faults(await submit(caller, slug, { cv })), ["data.cv not_found"], cv);
  for (const cv of [7, true, [live], { id: live }])
    assert.deepEqual(faults(await submit(caller, slug, { data: { cv } })), ["data.cv type_mismatch"]);
  assert.deepEqual(faults(await patch(caller, slug, { settings: { public: true } })), [
    "settings.public invalid_value",
  ]);
});

test("answers are judged by the form of the moment, and a submission keeps the version it was given under", async () => {
  const caller = testCaller();
  const slug = await newForm(caller);
  const first = await submit(caller, slug, { size: "S" });
  const moved = { id: "shirt", label: "Shirt", type: "single_choice", options: ["L"], required: true };
  await patch(caller, slug, { fields: [moved] });
  assert.deepEqual(faults(await submit(caller, slug, { size: "S" })), [
    "data.size unknown_field",
    "data.shirt required",
  ]);
  const second = await submit(caller, slug, { shirt: "L" });
  assert.deepEqual([first.body.form_version, second.body.form_version], [1, 2]);
  const forged = [{ id: "h", label: "H", type: "hidden" }, { id: "s", label: "S", type: "section" }, moved];
  await patch(caller, slug, { fields: forged });
  assert.deepEqual(faults(await submit(caller, slug, { shirt: "L", h: { admin: true }, s: "x" })), [
    "data.s unknown_field",
    "data.h type_mismatch",
  ]);
  const raced = await Promise.all([
    patch(caller, slug, { title: "Edited" }),
    ...Array.from({ length: 10 }, () => submit(caller, slug, { shirt: "L" })),
  ]);
  for (const { status } of raced) assert.ok([200, 201].includes(status), String(status));
});
