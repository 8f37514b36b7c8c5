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

function refusal(target: string): string {
  try {
    validator.requireQuery(readQuery(target, schema));
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error.code;
  }
  return "accepted";
}

test("values arrive by the types the schema names", () => {
  const query = readQuery("/x?limit=5&computed=1&q=a%26b&since=2026-01-01T00:00:00+00:00", schema);
  assert.deepEqual({ ...query }, { limit: 5, computed: true, q: "a&b", since: "2026-01-01T00:00:00+00:00" });
});

test("a whole number of any length is read as one, so that a limit above the maximum is clamped", () => {
  const { limit } = readQuery(`/x?limit=${"9".repeat(400)}`, schema);
  assert.equal(limit, Number.MAX_SAFE_INTEGER);
});

for (const target of ["/x?nope=1", "/x?__proto__=1", "/x?constructor=1", "/x?limit[]=1", "/x?LIMIT=1"]) {
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
  assert.deepEqual({ ...readQuery("/x", schema) }, {});
  assert.deepEqual({ ...readQuery("/x?", schema) }, {});
});
