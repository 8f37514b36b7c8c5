import assert from "node:assert/strict";
import { test } from "node:test";
import { Validator, type JsonSchema } from "./validator.ts";

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

test("an unknown member is answered with those that its object has, once for each object", () => {
  const errors = validator.errorsOf({ name: "a", colour: 1, size: 2, address: { planet: 1 } });
  assert.deepEqual(Object.fromEntries(errors.map(({ field, message }) => [field, message])), {
    colour: "This field is not accepted here. Accepted fields: name, email, kind, tags, address.",
    size: "This field is not accepted here.",
    "address.planet": "This field is not accepted here. Accepted fields: country.",
  });
});

test("an unknown member of a very large body is answered with those that its object has", () => {
  const [error] = validator.errorsOf({ name: "a", colour: Array.from({ length: 6_000 }, () => 0) });
  assert.equal(
    error?.message,
    "This field is not accepted here. Accepted fields: name, email, kind, tags, address.",
  );
});

test("a member that is ignored is accepted, and not told to who sends an unknown one", () => {
  const properties = { name: { type: "string" }, contact_id: { deprecated: true } };
  const schema = new Validator({ type: "object", properties, additionalProperties: false });
  assert.deepEqual(schema.errorsOf({ contact_id: 7 }), []);
  const [error] = schema.errorsOf({ colour: 1 });
  assert.equal(error?.message, "This field is not accepted here. Accepted fields: name.");
});

test("an unknown parameter alone is told as such, once with what the route takes", () => {
  const message =
    "This route does not accept these parameters: page, zz. It accepts: name, email, kind, tags, address.";
  const unknown = (field: string) => ({
    field,
    code: "unknown_parameter",
    message: "This parameter is not accepted here. Remove it, or correct its name.",
  });
  const tooLong = { field: "name", code: "too_long", message: "Must have at most 3 characters." };
  const twice = {
    field: "kind",
    code: "invalid_parameter",
    message: "The parameter is sent more than once. Send it once.",
  };
  assert.throws(() => validator.requireQuery({ name: "long", page: 1, zz: 1 }, [twice]), {
    code: "unknown_parameter",
    message,
    errors: [twice, unknown("page"), unknown("zz"), tooLong],
  });
});

test("of a long list of values the first 50 are told, with how many follow", () => {
  const values = Array.from({ length: 53 }, (_unused, index) => `v${index}`);
  const [error] = new Validator({ enum: values }).errorsOf("x");
  assert.equal(error?.message, `Must be one of: ${values.slice(0, 50).join(", ")} and 3 more.`);
});

test("a text of the wrong form is answered in words, and by its pattern where there are none", () => {
  const message = (pattern: string) =>
    new Validator({ type: "string", pattern }).errorsOf("?").map((error) => error.message);
  assert.deepEqual(message("^[0-9a-f]{64}$"), ["Must be 64 hexadecimal digits in lower case."]);
  assert.deepEqual(message("^a$"), ["Must be a text that matches ^a$."]);
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

test("a very large value with a fault in each member is answered with the first", () => {
  const small = { name: "a", tags: Array.from({ length: 1_000 }, () => 0) };
  assert.equal(validator.errorsOf(small).length, 100);
  const large = { name: "a", tags: Array.from({ length: 500_000 }, () => 0) };
  assert.deepEqual(refused(large), ["tags:too_many"]);
});

test("a name of any length is cut in the answer", () => {
  const [error] = validator.errorsOf({ name: "a", ["k".repeat(500_000)]: 1 });
  assert.equal(error?.code, "unknown_field");
  assert.equal(error.field, `${"k".repeat(100)}…`);
});

test("an id is a UUID as PostgreSQL reads it, and in no other spelling", () => {
  const id = new Validator({ type: "string", format: "uuid" });
  const text = "01890a5d-ac96-774b-bcce-b302099a8057";
  for (const good of [text, text.toUpperCase()]) assert.deepEqual(id.errorsOf(good), []);
  for (const bad of [`urn:uuid:${text}`, `{${text}}`, text.replaceAll("-", ""), `${text}\n`])
    assert.deepEqual(
      id.errorsOf(bad).map(({ code }) => code),
      ["invalid_format"],
      bad,
    );
});

test("every fault is told in words that name what is accepted", () => {
  const accepts: [schema: object, value: unknown, message: string][] = [
    [{ const: false }, true, "Must be false."],
    [{ const: "2.0" }, "1.0", 'Must be "2.0".'],
    [{ enum: ["low", "high"] }, "x", "Must be one of: low, high."],
    [{ type: "string" }, 1, "Must be a text in quotes."],
    [{ type: "integer" }, 1.5, "Must be a whole number."],
    [{ type: "boolean" }, "true", "Must be true or false."],
    [{ type: "array", items: {} }, {}, "Must be a list."],
    [{ type: "string", format: "uuid" }, "x", "Must be an id such as 01890a5d-ac96-774b-bcce-b302099a8057."],
    [
      { type: "string", format: "date-time" },
      "x",
      "Must be a time with its zone, such as 2026-01-31T12:00:00Z.",
    ],
    [{ type: "string", minLength: 1 }, "", "Must have at least 1 character."],
    [{ type: "string", maxLength: 2 }, "abc", "Must have at most 2 characters."],
    [{ type: "array", uniqueItems: true }, [1, 1], "Must not contain the same item twice."],
    [{ type: "array", maxItems: 1 }, [1, 2], "Must have at most 1 item."],
    [{ type: "number", minimum: 1 }, 0, "Must be at least 1."],
    [{ type: "number", exclusiveMinimum: 0 }, 0, "Must be more than 0."],
  ];
  for (const [schema, value, message] of accepts)
    assert.deepEqual(
      new Validator(schema as JsonSchema).errorsOf(value).map((error) => error.message),
      [message],
    );
});

test("a schema with a keyword that is unknown or has a bad value does not compile", () => {
  for (const schema of [
    { type: "string", maxLenght: 3 },
    { type: "string", minLength: "3" },
    { type: "txt" },
  ])
    assert.throws(() => new Validator(schema).compile(), JSON.stringify(schema));
});
