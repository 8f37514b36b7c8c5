import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { argumentMessage, exampleBy, Validator, type JsonSchema } from "@jst/rpc";
import { tools } from "../../gen/tools.ts";
import { Catalogue, type ReadyTool } from "./catalogue.ts";

/** Each argument of each tool, at any depth, refused with the way out (agents.way-out). */
const catalogue = new Catalogue(tools);
const SECRET = "a value that was sent";

/** An argument, with what makes the rest of the call fit around a value of it. */
interface Argument {
  path: readonly string[];
  schema: JsonSchema;
  isOptional: boolean;
  within: (value: unknown) => Record<string, unknown>;
}

const valueOf = (schema: JsonSchema) => (schema["anyOf"] as JsonSchema[] | undefined)?.[0] ?? schema;

function argumentsOf(
  schema: JsonSchema,
  name: string,
  path: readonly string[],
  within: Argument["within"],
): Argument[] {
  const one = valueOf(schema);
  if (one["items"] !== undefined) {
    const item = (value: unknown) => within([value]);
    return argumentsOf(one["items"] as JsonSchema, name, [...path, "0"], item);
  }
  const members = Object.entries((one["properties"] ?? {}) as Record<string, JsonSchema>);
  const required = (one["required"] ?? []) as string[];
  const whole = exampleBy(one, name) as object;
  return members.flatMap(([member, its]) => {
    const own = (value: unknown) => within({ ...whole, [member]: value });
    const at = [...path, member];
    const isOptional = !required.includes(member);
    return [{ path: at, schema: its, isOptional, within: own }, ...argumentsOf(its, member, at, own)];
  });
}

const every = (tool: ReadyTool) =>
  argumentsOf(tool.acceptedSchema, "", [], (value) => value as Record<string, unknown>);

/** A value of a type that the schema does not take; undefined where it takes any. */
function wrongFor(schema: JsonSchema): unknown {
  const { type } = valueOf(schema);
  if (type === undefined) return undefined;
  return type === "string" ? { secret: SECRET } : SECRET;
}

for (const tool of catalogue.tools) {
  describe(`an argument of ${tool.name}`, () => {
    for (const { path, schema, isOptional, within } of every(tool)) {
      const field = path.join(".");
      const wrong = wrongFor(schema);
      if (wrong !== undefined)
        test(`${field} of a wrong type is refused with what to send`, () => {
          const faults = tool.validator.errorsOf(within(wrong));
          const { message = "" } = faults.find((one) => one.field === field) ?? {};
          assert.match(message, /^Send .+\.$/s);
          const name = path.at(-1) ?? "";
          assert.equal(message.endsWith(` or leave ${name} out.`), isOptional, message);
          assert.match(message, / such as |one of: |true or false| with /, message);
          assert.ok(!message.includes(SECRET), message);
        });
      test(`${field} has an example that is accepted`, () => {
        assert.deepEqual(tool.validator.errorsOf(within(exampleBy(schema, path.at(-1) ?? ""))), []);
      });
    }
  });
}

const validator = new Validator(
  {
    type: "object",
    required: ["table_id"],
    additionalProperties: false,
    properties: {
      table_id: { type: "string", minLength: 1 },
      limit: { type: "integer", minimum: 1, maximum: 500 },
      state: { type: "string", enum: ["open", "done"] },
      at: { anyOf: [{ type: "string", format: "date" }, { type: "null" }] },
      notes: { type: "string", maxLength: 5 },
      address: {
        type: "object",
        additionalProperties: false,
        properties: { postal_code: { type: "string" }, country: { type: "string" } },
      },
    },
  },
  argumentMessage,
);
const messages = (value: object) =>
  validator.errorsOf({ table_id: "t", ...value }).map(({ message }) => message);

test("the sentence says what to send and, of an optional argument, that it can be left out", () => {
  assert.deepEqual(messages({ limit: "x" }), [
    "Send a whole number from 1 to 500 such as 50, or leave limit out.",
  ]);
  assert.deepEqual(messages({ limit: 501 }), messages({ limit: "x" }));
  assert.deepEqual(messages({ state: "x" }), ["Send one of: open, done; or leave state out."]);
  assert.deepEqual(messages({ at: "x" }), ["Send a date such as 2026-01-31, or null, or leave at out."]);
  assert.deepEqual(messages({ notes: "123456" }), [
    'Send a text in quotes of at most 5 characters such as "notes", or leave notes out.',
  ]);
  const [missing] = validator.errorsOf({});
  const sent = 'Send a text in quotes such as "01890a5d-ac96-774b-bcce-b302099a8057".';
  assert.equal(missing?.message, `This field is required. ${sent}`);
  assert.deepEqual(messages({ table_id: 7 }), [sent]);
});

test("an unknown argument names the nearest known one at its level, if one is near", () => {
  const nearest = (name: string, level = (own: object): object => own) =>
    /Did you mean (\w+)/.exec(messages(level({ [name]: 1 }))[0] ?? "")?.[1];
  const inAddress = (own: object) => ({ address: own });
  for (const name of ["tableId", "table", "tabel_id", "TABLE_ID", "table-id", "table_ids"])
    assert.equal(nearest(name), "table_id", name);
  assert.equal(nearest("limti"), "limit");
  assert.equal(nearest("postalcode", inAddress), "postal_code");
  assert.equal(nearest("postcode", inAddress), "postal_code");
  for (const name of ["__proto__x", "colour", "", "ｌｉｍｉｔ", "🦊", "constructor", "x".repeat(10_000)])
    assert.equal(nearest(name), undefined, name.slice(0, 20));
  assert.equal(nearest("limit", inAddress), undefined);
});

test("of thousands of unknown arguments a hundred are refused, each in a short sentence", () => {
  const names = Array.from({ length: 4_000 }, (_unused, index) => [`limi${index}`, 1]);
  const refused = messages(Object.fromEntries(names) as object);
  assert.equal(refused.length, 100);
  assert.ok(refused.every((message) => message.length < 200));
});
