import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "@jst/errors";
import { compileFilter } from "./filter.ts";
import { type Field, fieldsOf } from "./field.ts";
import { Params } from "./params.ts";

const fields = fieldsOf(
  { name: "name", kind: "text", sql: "r.name" },
  { name: "size", kind: "number", sql: "r.size" },
  { name: "open", kind: "boolean", sql: "r.open" },
  { name: "due", kind: "date", sql: "r.due" },
  { name: "seen", kind: "datetime", sql: "r.seen" },
  { name: "owner", kind: "uuid", sql: "r.owner" },
  { name: "tags", kind: "multi", sql: "r.tags" },
  { name: "meta", kind: "json", sql: "r.meta" },
  { name: "hidden", kind: "text", sql: "r.hidden", filter: false } satisfies Field,
);

const context = { timezone: "UTC", now: () => new Date("2026-03-31T12:00:00Z") };

function compile(filter: unknown): { sql: string; values: unknown[] } {
  const params = new Params();
  const text = typeof filter === "string" ? filter : JSON.stringify(filter);
  return { sql: compileFilter(text, fields, params, context), values: params.values };
}

function refused(filter: unknown): { position: unknown; detail: string } {
  try {
    compile(filter);
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, "invalid_filter");
    assert.equal(error.status, 400);
    return { position: error.extension["position"], detail: error.message };
  }
  throw new assert.AssertionError({ message: `accepted ${JSON.stringify(filter)}` });
}

test("a field that there is not is answered with those that filter", () => {
  const names = [...fields.values()].filter((field) => field.filter !== false).map((field) => field.name);
  const filtered = `Filter by: ${names.join(", ")}.`;
  assert.equal(
    refused({ field: "nope", op: "eq", value: 1 }).detail,
    `You cannot filter by 'nope'. ${filtered}`,
  );
  assert.equal(refused({}).detail, `A condition needs a field. ${filtered}`);
});

test("a caller's value reaches SQL as a parameter only", () => {
  const { sql, values } = compile({ field: "name", op: "eq", value: "x' or 1=1 --" });
  assert.equal(sql, "r.name = $1::text");
  assert.deepEqual(values, ["x' or 1=1 --"]);
});

test("wildcards in a text match themselves", () => {
  assert.deepEqual(compile({ field: "name", op: "contains", value: "50%_\\" }).values, ["%50\\%\\_\\\\%"]);
});

test("an instant to the millisecond, as replies show it, is the whole millisecond that is stored more finely", () => {
  const at = (value: string, op = "eq") => compile({ field: "seen", op, value }).sql;
  const read = "2026-03-31T12:00:00.123Z";
  const next = "($2::timestamptz + interval '1 millisecond')";
  assert.equal(at(read), `(r.seen >= $1::timestamptz and r.seen < ${next})`);
  assert.equal(at(read, "on_or_before"), `r.seen < ${next.replace("$2", "$1")}`);
  assert.equal(at(read, "after"), `r.seen >= ${next.replace("$2", "$1")}`);
  assert.equal(at("2026-03-31T12:00:00.123456Z", "after"), "r.seen > $1::timestamptz");
});

test("groups nest, and a denial includes what the inner part cannot decide", () => {
  const { sql } = compile({
    and: [{ field: "size", op: "gt", value: 1 }, { not: { or: [{ field: "open", op: "eq", value: true }] } }],
  });
  assert.equal(sql, "(r.size > $1::float8 and ((r.open = $2::boolean or r.open is null)))");
});

test("an integer that a double would round is refused where it stands, as in a cell", () => {
  for (const integer of ["9007199254740993", "-9007199254740993", "12345678901234567890"]) {
    const sized = (op: string, value: string) => `{"field":"size","op":"${op}","value":${value}}`;
    const cases: [filter: string, position: string][] = [
      [sized("eq", integer), "$.value"],
      [sized("in", `[1, ${integer}]`), "$.value"],
      [`{"not":{"and":[${sized("gt", "1")},${sized("between", `[0,${integer}]`)}]}}`, "$.not.and[1].value"],
    ];
    for (const [filter, position] of cases) {
      const { position: at, detail } = refused(filter);
      assert.deepEqual(
        [at, /this number is too large or has too many digits/.test(detail)],
        [position, true],
        filter,
      );
    }
  }
  const shown = ["123456789012345680000", "-1234567890123450000"];
  const held = ["9007199254740992", "100000000000000000000", "1e20", "0.12345678901234567890", ...shown];
  for (const value of held) {
    const { values } = compile(`{"field":"size","op":"lt","value":${value}}`);
    assert.deepEqual(values, [Number(value)]);
  }
  assert.deepEqual(compile(`{"field":"name","op":"eq","value":"9007199254740993"}`).values, [
    "9007199254740993",
  ]);
});

test("every refusal names the place and the fix", () => {
  const cases: [filter: unknown, position: string][] = [
    ["{", "$"],
    ["", "$"],
    ["[]", "$"],
    ["null", "$"],
    ['"x"', "$"],
    [{}, "$.field"],
    [{ and: [] }, "$.and"],
    [{ and: {} }, "$.and"],
    [{ and: [1] }, "$.and[0]"],
    [
      {
        or: [
          { field: "name", op: "eq", value: "a" },
          { field: "nope", op: "eq", value: 1 },
        ],
      },
      "$.or[1].field",
    ],
    [{ and: [{ field: "name", op: "empty" }], field: "name" }, "$"],
    [{ and: [{ field: "name", op: "empty" }], or: [{ field: "name", op: "empty" }] }, "$"],
    [{ field: "name", op: "eq", value: "a", extra: 1 }, "$"],
    [{ field: "__proto__", op: "eq", value: "a" }, "$.field"],
    [{ field: "constructor", op: "eq", value: "a" }, "$.field"],
    [{ field: "hidden", op: "eq", value: "a" }, "$.field"],
    [{ field: ["name"], op: "eq", value: "a" }, "$.field"],
    [{ field: "name", op: "toString", value: "a" }, "$.op"],
    [{ field: "name", op: "EQ", value: "a" }, "$.op"],
    [{ field: "name", op: "gt", value: "a" }, "$.op"],
    [{ field: "open", op: "neq", value: true }, "$.op"],
    [{ field: "meta", op: "eq", value: {} }, "$.op"],
    [{ field: "name", op: "eq" }, "$.value"],
    [{ field: "name", op: "eq", value: null }, "$.value"],
    [{ field: "name", op: "eq", value: 1 }, "$.value"],
    [{ field: "name", op: "eq", value: ["a"] }, "$.value"],
    [{ field: "name", op: "eq", value: "\u0000" }, "$.value"],
    [{ field: "name", op: "eq", value: "\ud800" }, "$.value"],
    [{ field: "name", op: "in", value: [] }, "$.value"],
    [{ field: "name", op: "in", value: "a" }, "$.value"],
    [{ field: "name", op: "in", value: ["a", null] }, "$.value"],
    [{ field: "name", op: "empty", value: true }, "$.value"],
    [{ field: "size", op: "eq", value: "1" }, "$.value"],
    ['{"field":"size","op":"eq","value":1e400}', "$.value"],
    [{ field: "size", op: "between", value: [1] }, "$.value"],
    [{ field: "size", op: "between", value: [1, 2, 3] }, "$.value"],
    [{ field: "open", op: "eq", value: "true" }, "$.value"],
    [{ field: "owner", op: "eq", value: "nope" }, "$.value"],
    [{ field: "due", op: "eq", value: "2026-02-30" }, "$.value"],
    [{ field: "due", op: "eq", value: "2026-02-01T00:00:00Z" }, "$.value"],
    [{ field: "due", op: "eq", value: "today" }, "$.value"],
    [{ field: "seen", op: "before", value: "infinity" }, "$.value"],
    [{ field: "seen", op: "within", value: { rel: "someday" } }, "$.value"],
    [{ field: "seen", op: "within", value: { rel: "toString" } }, "$.value"],
    [{ field: "seen", op: "within", value: { rel: "past_days" } }, "$.value"],
    [{ field: "seen", op: "within", value: { rel: "past_days", n: -1 } }, "$.value"],
    [{ field: "seen", op: "within", value: { rel: "past_days", n: 1e9 } }, "$.value"],
    [{ field: "seen", op: "within", value: { rel: "today", n: 1 } }, "$.value"],
    [{ field: "seen", op: "within", value: { rel: "today", timezone: "Mars/Base" } }, "$.value"],
    [{ field: "seen", op: "within", value: { rel: "today", zone: "UTC" } }, "$.value"],
    [{ field: "seen", op: "between", value: ["2026-01-01"] }, "$.value"],
  ];
  for (const [filter, position] of cases)
    assert.equal(refused(filter).position, position, JSON.stringify(filter));
});

test("an unknown field is named", () => {
  assert.match(refused({ field: "colour", op: "eq", value: "x" }).detail, /'colour'/);
});

test("five groups deep is accepted, six are not; fifty conditions are, fifty-one are not; 8 KiB are, a byte more is not", () => {
  const leaf = { field: "name", op: "empty" };
  const nest = (depth: number): unknown => (depth === 0 ? leaf : { not: nest(depth - 1) });
  compile(nest(5));
  assert.equal(refused(nest(6)).position, "$.not.not.not.not.not");
  compile({ and: Array.from({ length: 50 }, () => leaf) });
  assert.equal(refused({ and: Array.from({ length: 51 }, () => leaf) }).position, "$.and[50]");
  const condition = JSON.stringify(leaf);
  compile(condition.padEnd(8192));
  assert.equal(refused(condition.padEnd(8193)).position, "$");
});
