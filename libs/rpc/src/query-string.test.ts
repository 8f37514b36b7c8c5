import { AppError } from "@jst/errors";
import assert from "node:assert/strict";
import { test } from "node:test";
import { readQuery } from "./query-string.ts";
import { Validator } from "./validator.ts";

const schema = {
  type: "object",
  additionalProperties: false,
  properties: {
    limit: { type: "integer", minimum: 1 },
    computed: { type: "boolean" },
    since: { type: "string", format: "date-time" },
    q: { type: "string", minLength: 2 },
  },
};
const validator = new Validator(schema);

/** Code of the refusal, and each parameter with its fault. */
function refusalOf(target: string): string[] {
  try {
    const { values, faults } = readQuery(target, schema);
    validator.requireQuery(values, faults);
  } catch (error) {
    assert.ok(error instanceof AppError);
    return [error.code, ...(error.errors ?? []).map(({ field, code }) => `${field} ${code}`)];
  }
  return ["accepted"];
}

const refusal = (target: string) => refusalOf(target)[0];

test("values arrive by the types the schema names", () => {
  const { values } = readQuery("/x?limit=5&computed=1&q=a%26b&since=2026-01-01T00:00:00+00:00", schema);
  assert.deepEqual({ ...values }, { limit: 5, computed: true, q: "a&b", since: "2026-01-01T00:00:00 00:00" });
});

test("the `+` of an offset may arrive as a blank", () => {
  assert.equal(refusal("/x?since=2026-01-01T00:00:00+02:00"), "accepted");
  assert.equal(refusal("/x?since=2026-01-01T00:00:00%2B02:00"), "accepted");
  assert.equal(refusal("/x?since=2026-01-01T00:00:00++02:00"), "invalid_parameter");
});

test("a whole number of any length is read as one, so that a limit above the maximum is clamped", () => {
  const { values } = readQuery(`/x?limit=${"9".repeat(400)}`, schema);
  assert.equal(values["limit"], Number.MAX_SAFE_INTEGER);
});

test("every refused parameter is listed at once, whatever is wrong with it, and one that is unknown as such", () => {
  assert.deepEqual(refusalOf("/x?limit=&q=&computed=1&computed=0&since=%zz"), [
    "invalid_parameter",
    "limit invalid_parameter",
    "q invalid_parameter",
    "computed invalid_parameter",
    "since invalid_parameter",
  ]);
  assert.deepEqual(refusalOf("/x?colour=&limit=&q=a&colour=1"), [
    "unknown_parameter",
    "limit invalid_parameter",
    "colour unknown_parameter",
    "q too_short",
  ]);
  assert.deepEqual(refusalOf(`/x?${"limit=1&".repeat(4_000)}`), [
    "invalid_parameter",
    "limit invalid_parameter",
  ]);
  const many = Array.from({ length: 4_000 }, (_unused, index) => `x${index}=%zz`);
  assert.equal(refusalOf(`/x?${many.join("&")}`).length, 1 + 100);
});

for (const target of [
  "/x?nope=1",
  "/x?__proto__=1",
  "/x?constructor=1",
  "/x?limit[]=1",
  "/x?a[]=",
  "/x?LIMIT=1",
]) {
  test(`${target} is unknown_parameter`, () => assert.equal(refusal(target), "unknown_parameter"));
}

for (const target of [
  "/x?limit=0",
  "/x?limit=-1",
  "/x?limit=5.5",
  "/x?limit=5a",
  "/x?limit=0x10",
  "/x?limit=1e3",
  "/x?limit=",
  "/x?limit",
  "/x?limit=1&limit=2",
  "/x?computed=yes",
  "/x?q=a",
  "/x?q=%zz",
  "/x?q=%ff",
  "/x?since=today",
]) {
  test(`${target} is invalid_parameter`, () => assert.equal(refusal(target), "invalid_parameter"));
}

test("a NUL in the query is malformed_json", () => assert.equal(refusal("/x?q=ab%00"), "malformed_json"));

test("a target without a query has no parameters", () => {
  for (const target of ["/x", "/x?", "/x?&&"]) {
    const { values, faults } = readQuery(target, schema);
    assert.deepEqual([{ ...values }, faults], [{}, []], target);
  }
});
