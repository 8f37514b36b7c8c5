import assert from "node:assert/strict";
import { test } from "node:test";
import { Validator } from "./validator.ts";

const validator = new Validator({
  type: "object",
  additionalProperties: false,
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1, maxLength: 3 },
    email: { anyOf: [{ type: "string", format: "email" }, { type: "null" }] },
    kind: { type: "string", enum: ["lead", "customer"] },
    tags: { type: "array", maxItems: 2, items: { type: "string" } },
    address: {
      type: "object",
      additionalProperties: false,
      properties: { country: { type: "string", pattern: "^[A-Z]{2}$" } },
    },
  },
});

const refused = (value: unknown) => validator.errorsOf(value).map((error) => `${error.field}:${error.code}`);

test("every refused member of a body is listed at once, by dotted path and stable code", () => {
  const body = {
    email: "x",
    kind: "boss",
    tags: ["a", 1, "c"],
    address: { country: "de", planet: 1 },
    extra: 1,
  };
  assert.deepEqual(refused(body).sort(), [
    "address.country:invalid_format",
    "address.planet:unknown_field",
    "email:invalid_format",
    "extra:unknown_field",
    "kind:invalid_value",
    "name:required",
    "tags.1:invalid_type",
    "tags:too_many",
  ]);
});

test("null is a value of a nullable member and of no other", () => {
  assert.deepEqual(refused({ name: "a", email: null }), []);
  assert.deepEqual(refused({ name: null }), ["name:invalid_type"]);
});

for (const value of [null, [], "text", 1]) {
  test(`a body that is ${JSON.stringify(value)} is refused`, () =>
    assert.deepEqual(refused(value), [":invalid_type"]));
}

test("a body with thousands of faults is answered with a bounded list", () => {
  const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`x${index}`, 1]));
  assert.equal(validator.errorsOf(body).length, 100);
});
