import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door } = await testCrm();
const caller = testCaller();
const post = (fields: unknown) => door.call("CreateForm", { caller, body: { title: "F", fields } });
const faultsOf = async (field: object): Promise<string[]> => {
  const { status, body } = await post([{ id: "a", label: "A", ...field }]);
  if (status === 201) return [];
  assert.equal(status, 422, JSON.stringify(field));
  return (body.errors as { field: string }[]).map((error) => error.field.replace("fields.0.", ""));
};

test("a field keeps what it was given, and its bounds stand where they mean something", async () => {
  const good = [
    {
      id: "a",
      label: "A",
      type: "short_text",
      min: 2,
      max: 40,
      pattern: "(a+)+$",
      max_length: 30,
      help: "?",
      maps_to: "company",
    },
    { id: "b", label: "B", type: "long_text", max: 500, pattern: String.raw`\pL+`, maps_to: "custom.story" },
    { id: "c", label: "C", type: "number", min: -1.5, max: 2 },
    { id: "d", label: "D", type: "rating" },
    { id: "e", label: "E", type: "rating", min: 0, max: 10 },
    { id: "f", label: "F", type: "multi_choice", options: ["x", "y"], min: 1, max: 2 },
    { id: "g", label: "G", type: "single_choice", options: ["x"], maps_to: "custom.Choice_1" },
    { id: "h", label: "H", type: "hidden", maps_to: "last_name" },
    { id: "i", label: "I", type: "phone", maps_to: "phone", pattern: "[+]49.*" },
    { id: "j", label: "J", type: "section", required: false },
    ...["date", "time", "boolean", "url", "consent", "file"].map((type) => ({ id: type, label: type, type })),
  ];
  const { status, body } = await post(good);
  assert.equal(status, 201, JSON.stringify(body));
  assert.deepEqual(
    body.fields,
    good.map((field) => ({ required: false, ...field })),
  );
  const path = { slug: body.slug as string };
  const again = await door.call("UpdateForm", { caller, path, body: { fields: body.fields } });
  assert.equal(again.body.version, 1);
});

test("each fault of a field is told at its member", async () => {
  const refused: [field: object, ...members: string[]][] = [
    [{ type: "short_text", id: "A" }, "id"],
    [{ type: "short_text", id: "ａ" }, "id"],
    [{ type: "short_text", id: "constructor" }, "id"],
    [{ type: "short_text", id: "__proto__" }, "id"],
    [{ type: "short_text", id: "a".repeat(64) }, "id"],
    [{ type: "short_text", label: " \t" }, "label"],
    [{ type: "Short_text" }, "type"],
    [{ type: "file", maps_to: "custom.a" }, "maps_to"],
    [{ type: "file", max: 2 }, "max"],
    [{ type: "section", required: true }, "required"],
    [{ type: "section", maps_to: "custom.a" }, "maps_to"],
    [{ type: "short_text", help: null }, "help"],
    [{ type: "short_text", options: ["a"] }, "options"],
    [{ type: "single_choice" }, "options"],
    [{ type: "single_choice", options: [] }, "options"],
    [{ type: "single_choice", options: ["a", "a"] }, "options"],
    [{ type: "single_choice", options: [" "] }, "options"],
    [{ type: "single_choice", options: ["a"], min: 1 }, "min"],
    [{ type: "single_choice", options: Array.from({ length: 501 }, (_, n) => `${n}`) }, "options"],
    [{ type: "boolean", min: 1, max: 2, pattern: "a", max_length: 3 }, "min", "max", "pattern", "max_length"],
    [{ type: "email", max_length: 3 }, "max_length"],
    [{ type: "hidden", min: 3 }, "min"],
    [{ type: "short_text", min: -1 }, "min"],
    [{ type: "short_text", min: 1.5 }, "min"],
    [{ type: "short_text", min: 3, max: 2 }, "max"],
    [{ type: "short_text", min: 3, max_length: 2 }, "max_length"],
    [{ type: "short_text", min: 1_001 }, "min"],
    [{ type: "number", min: 3, max: 2 }, "max"],
    [{ type: "rating", max: 11 }, "max"],
    [{ type: "rating", min: 0.5 }, "min"],
    [{ type: "short_text", pattern: "(" }, "pattern"],
    [{ type: "short_text", pattern: "a(?=b)" }, "pattern"],
    [{ type: "short_text", pattern: String.raw`(a)\1` }, "pattern"],
    [{ type: "short_text", pattern: "((a{30}){30}){30}" }, "pattern"],
    [{ type: "long_text", pattern: "(ab){900}" }, "pattern"],
    [{ type: "short_text", pattern: "a".repeat(501) }, "pattern"],
    [{ type: "short_text", maps_to: "email" }, "maps_to"],
    [{ type: "email", maps_to: "phone" }, "maps_to"],
    [{ type: "long_text", maps_to: "company" }, "maps_to"],
    [{ type: "short_text", maps_to: "custom.a b" }, "maps_to"],
    [{ type: "short_text", maps_to: "custom." }, "maps_to"],
    [{ type: "short_text", maps_to: "custom.__proto__" }, "maps_to"],
    [{ type: "short_text", maps_to: "title" }, "maps_to"],
    [{ type: "short_text", moon: 1 }, "moon"],
  ];
  for (const [field, ...members] of refused)
    assert.deepEqual(
      [...new Set(await faultsOf(field))].map((one) => one.split(".")[0]).sort(),
      members.sort(),
      JSON.stringify(field),
    );
});

test("ids and targets are distinct, all faults are told at once, and there are at most 100 fields", async () => {
  const field = { id: "a", label: "A", type: "short_text", maps_to: "company" };
  const twice = await post([field, field, { ...field, id: "prototype", maps_to: "custom.x", min: -1 }]);
  assert.deepEqual(
    (twice.body.errors as { field: string }[]).map((error) => error.field),
    ["fields.1.id", "fields.1.maps_to", "fields.2.id", "fields.2.min"],
  );
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: `a${n}`, label: "A", type: "boolean" }));
  assert.equal((await post(many(100))).status, 201);
  for (const count of [101, 10_000]) {
    const { status, body } = await post(many(count));
    assert.deepEqual([status, body.errors[0].field], [422, "fields"]);
  }
});

test("patterns that are each small enough are refused where one submission would match too much together", async () => {
  const fields = (count: number, more: object) =>
    Array.from({ length: count }, (_, n) => ({ id: `a${n}`, label: "A", type: "long_text", ...more }));
  const { status, body } = await post(fields(100, { pattern: "(.*a){40}z" }));
  const errors = body.errors as { field: string; code: string }[];
  assert.deepEqual([status, errors.length, errors[0]?.code], [422, 1, "too_large"]);
  assert.match(errors[0]?.field ?? "", /^fields\.[1-9]\.pattern$/);
  assert.equal((await post(fields(100, { pattern: "(.*a){40}z", max: 300 }))).status, 201);
});
