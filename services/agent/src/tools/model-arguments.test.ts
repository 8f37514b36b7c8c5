import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema } from "@jst/rpc";
import { modelArguments } from "./model-arguments.ts";

const text: JsonSchema = { type: "string", minLength: 1 };
const schema: JsonSchema = {
  type: "object",
  additionalProperties: false,
  required: ["name"],
  properties: {
    name: text,
    note: { type: "string" },
    title: text,
    kind: { type: "string", enum: ["a", "b"] },
    at: { type: "string", format: "date-time" },
    limit: { type: "integer" },
    rate: { type: "number" },
    done: { type: "boolean" },
    filter: { type: "object" },
    data: { type: "object", additionalProperties: {} },
    value: {},
    clears: { anyOf: [text, { type: "null" }] },
    lines: {
      type: "array",
      items: { type: "object", required: ["x"], properties: { x: text, y: text, n: { type: "integer" } } },
    },
  },
};
const read = (values: Record<string, unknown>) => modelArguments({ name: "n", ...values }, schema);

test("null and an empty text of an optional member that takes none are absent, at any depth", () => {
  const nulls = Object.fromEntries(
    Object.keys(schema["properties"] as object)
      .filter((name) => !["name", "value", "clears"].includes(name))
      .map((name) => [name, null]),
  );
  assert.deepEqual(read(nulls), { name: "n" });
  assert.deepEqual(read({ title: "", kind: "  ", at: "", limit: "", done: " ", filter: "" }), { name: "n" });
  const lines = [
    { x: "a", y: null, n: null },
    { x: "b", y: "" },
  ];
  assert.deepEqual(read({ lines })["lines"], [{ x: "a" }, { x: "b" }]);
});

test("what is needed, may be empty, clears or is free stays as it is sent", () => {
  const sent = {
    name: null,
    note: "",
    clears: null,
    value: null,
    data: { a: null, b: "", c: "7" },
    unknown: null,
  };
  assert.deepEqual(modelArguments(sent, schema), sent);
  assert.deepEqual(read({ lines: [{ x: null }] })["lines"], [{ x: null }]);
});

test("a member that takes null is read as deep as any other", () => {
  const nullable = (one: JsonSchema) => ({ anyOf: [one, { type: "null" }] });
  const clearing: JsonSchema = {
    type: "object",
    properties: {
      count: nullable({ type: "integer" }),
      tags: nullable({ type: "array", items: text }),
      address: nullable({ type: "object", properties: { city: text, floor: nullable({ type: "integer" }) } }),
    },
  };
  const sent = { count: "5", tags: '["a"]', address: { city: null, floor: "2" } };
  assert.deepEqual(modelArguments(sent, clearing), { count: 5, tags: ["a"], address: { floor: 2 } });
  const cleared = { count: null, tags: null, address: { floor: null } };
  assert.deepEqual(modelArguments(cleared, clearing), cleared);
});

test("a consent is never read from a text", () => {
  const confirming = { type: "object", properties: { confirm: { type: "boolean" } } };
  for (const confirm of ["true", "", "false"])
    assert.deepEqual(modelArguments({ confirm }, confirming), { confirm });
});

test("a text is the value that it writes if the schema wants exactly that", () => {
  const sent = {
    limit: "10",
    rate: "-1.5",
    done: "false",
    filter: '{"a":"1"}',
    lines: '[{"x":"a","n":"2"}]',
    title: "10",
  };
  assert.deepEqual(read(sent), {
    name: "n",
    ...{ limit: 10, rate: -1.5, done: false, filter: { a: "1" }, lines: [{ x: "a", n: 2 }], title: "10" },
  });
  const other = { limit: "010", rate: "1e400", done: "TRUE", filter: "[1]", lines: '{"x":1}' };
  assert.deepEqual(read(other), { name: "n", ...other });
  for (const limit of ["1_0", "+1", " 1", "0x10", "NaN", "Infinity", "12345678901234567890"])
    assert.equal(read({ limit })["limit"], limit);
});
