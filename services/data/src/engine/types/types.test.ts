import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldError } from "@jst/errors";
import { columnTypes, type ColumnType } from "./types.ts";

const states = { states: [{ value: "open", label: "Open" }], initial: "open" };
const choices = {
  options: [
    { value: "a", label: "A" },
    { value: "b", label: "B" },
  ],
};
const id = "0198F0A0-0000-7000-8000-00000000000A";
const ids = (n: number) =>
  Array.from({ length: n }, (_, i) => `0198f0a0-0000-7000-8000-${String(i).padStart(12, "0")}`);
const long = "x".repeat(100_001);

type Sample = [
  type: ColumnType,
  options: object,
  good: [sent: unknown, stored: unknown][],
  bad: [code: string, ...values: unknown[]][],
];

const same = (...values: unknown[]): [unknown, unknown][] => values.map((value) => [value, value]);

const samples: Sample[] = [
  [
    "long_text",
    {},
    same("", "a\nb"),
    [
      ["type_mismatch", 1, {}],
      ["too_long", long],
    ],
  ],
  [
    "integer",
    {},
    same(0, -5, 9_007_199_254_740_991),
    [
      ["too_precise", 1.5],
      ["type_mismatch", "1", true],
      ["out_of_range", 2 ** 53],
    ],
  ],
  [
    "currency",
    { currency: "EUR" },
    same(0, -199),
    [
      ["too_precise", 0.5],
      ["type_mismatch", "1.00"],
    ],
  ],
  ["percent", {}, same(12.5, -3), [["type_mismatch", "12%"]]],
  [
    "rating",
    { max: 3 },
    same(1, 3),
    [
      ["out_of_range", 0, 4, -1],
      ["too_precise", 1.5],
    ],
  ],
  [
    "duration",
    {},
    same(0, 86_400),
    [
      ["out_of_range", -1],
      ["too_precise", 0.1],
      ["type_mismatch", "1h"],
    ],
  ],
  [
    "datetime",
    {},
    [
      ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000Z"],
      ["2026-01-31t12:00:00.123999+02:00", "2026-01-31T10:00:00.123Z"],
    ],
    [
      [
        "invalid_format",
        "",
        "2026-01-31",
        "2026-01-31T12:00:00",
        "2026-02-30T00:00:00Z",
        "0001-01-01T00:00:00+01:00",
        "9999-12-31T23:59:59-01:00",
      ],
      ["type_mismatch", 0, {}],
    ],
  ],
  [
    "multi_select",
    choices,
    [[[], null], ...same(["b", "a"])],
    [
      ["type_mismatch", "a", {}],
      ["invalid_value", ["c"], [["a"]], [null]],
      ["duplicate", ["a", "a"]],
      ["too_many", Array(101).fill("a")],
    ],
  ],
  [
    "state",
    states,
    same("open"),
    [
      ["invalid_value", "", "closed", "toString"],
      ["type_mismatch", 1, ["open"]],
    ],
  ],
  [
    "email",
    {},
    [
      ...same("Ada@example.com", "a+b@sub.example.co", "a@xn--e1afmkfd.xn--p1ai"),
      [" a@example.com\n", "a@example.com"],
    ],
    [
      [
        "invalid_format",
        "",
        "a",
        "a@b",
        "a b@example.com",
        "a\u0007b@example.com",
        ".a@example.com",
        "a..b@example.com",
        `${"a".repeat(65)}@example.com`,
      ],
      ["type_mismatch", 1],
    ],
  ],
  [
    "phone",
    {},
    [
      ["+49 (30) 123-456", "+4930123456"],
      ["+44 (0)20 7946 0958", "+442079460958"],
      ["+49(0)30/901820", "+4930901820"],
      ["+49030901820", "+4930901820"],
      ["0049 30\u2011901820\u00a0", "+4930901820"],
      ["tel:+4930901820", "+4930901820"],
    ],
    [["invalid_format", "", "030123456", "+0123456789", "+49", "+10", "+49abc12345", "+" + "1".repeat(16)]],
  ],
  [
    "url",
    {},
    same("https://example.com/a?b#c", "http://127.0.0.1:8080"),
    [
      [
        "invalid_format",
        "",
        "example.com",
        "ftp://example.com",
        "javascript:alert(1)",
        "https://",
        "https://a b",
        "https://a/\u0007",
        "https://a/\u0085b",
        `https://e.com/${"x".repeat(2048)}`,
      ],
    ],
  ],
  [
    "user",
    {},
    [[id, id.toLowerCase()]],
    [
      ["not_found", "", "me"],
      ["type_mismatch", 1, [id]],
    ],
  ],
  ["contact", {}, [[id, id.toLowerCase()]], [["not_found", "x"]]],
  [
    "file",
    {},
    [[id, id.toLowerCase()]],
    [
      ["not_found", "x", ""],
      ["type_mismatch", 1, [id], {}],
    ],
  ],
  [
    "file",
    { multiple: true },
    [
      [[id], [id.toLowerCase()]],
      [[], null],
      [ids(100), ids(100)],
    ],
    [
      ["type_mismatch", id, {}, [1], [[id]]],
      ["not_found", ["x"]],
      ["duplicate", [id, id.toLowerCase()]],
      ["too_many", ids(101)],
    ],
  ],
  ["autonumber", {}, [], [["read_only", 1]]],
  ["created_at", {}, [], [["read_only", "2026-01-31T12:00:00Z"]]],
  ["updated_by", {}, [], [["read_only", id]]],
];

for (const [type, settings, good, bad] of samples) {
  test(`a ${type} cell takes its own values and no other`, () => {
    const definition = columnTypes[type];
    const errors: FieldError[] = [];
    const options = definition.options(settings as Record<string, unknown>, "options", errors);
    assert.deepEqual(errors, []);
    for (const [sent, stored] of good) assert.deepEqual(definition.read(sent, options), { value: stored });
    for (const [code, ...values] of bad) {
      for (const value of values) {
        assert.equal(definition.read(value, options).misfit?.code, code, `${type} ${JSON.stringify(value)}`);
      }
    }
  });
}

const settings: Partial<Record<ColumnType, object>> = {
  currency: { currency: "EUR" },
  select: choices,
  multi_select: choices,
  state: states,
};

test("a list, an object and a truth value are a type_mismatch in every cell that holds one text, number or id", () => {
  const others: ColumnType[] = ["boolean", "json", "relation"];
  const types = Object.keys(columnTypes) as ColumnType[];
  for (const type of types.filter((one) => !others.includes(one))) {
    const options = columnTypes[type].options((settings[type] ?? {}) as Record<string, unknown>, "o", []);
    const isReadOnly = columnTypes[type].read("x", options).misfit?.code === "read_only";
    for (const value of [true, false, {}, { value: "a" }, [["a"]], [{}], [1]]) {
      const code = columnTypes[type].read(value, options).misfit?.code;
      const isList = type === "multi_select" && Array.isArray(value);
      assert.equal(
        code,
        isReadOnly ? "read_only" : isList ? "invalid_value" : "type_mismatch",
        `${type} ${JSON.stringify(value)}`,
      );
    }
  }
});

test("settings are checked as strictly as cells, and every fault names its place", () => {
  const faults = (type: ColumnType, options: Record<string, unknown>) => {
    const errors: FieldError[] = [];
    columnTypes[type].options(options, "o", errors);
    return errors.map((error) => `${error.field} ${error.code}`);
  };
  assert.deepEqual(faults("text", { precision: 1 }), ["o.precision unknown_field"]);
  assert.deepEqual(faults("file", { multiple: 1, max: 2 }), [
    "o.multiple type_mismatch",
    "o.max unknown_field",
  ]);
  assert.deepEqual(faults("currency", {}), ["o.currency required"]);
  assert.deepEqual(faults("currency", { currency: "eur" }), ["o.currency invalid_value"]);
  assert.deepEqual(faults("rating", { max: 11 }), ["o.max invalid_value"]);
  assert.deepEqual(faults("state", {}), ["o.states required", "o.initial required"]);
  assert.deepEqual(faults("state", { states: [], initial: "a" }), ["o.states invalid_value"]);
  assert.deepEqual(faults("state", { states: ["a"], initial: "b" }), ["o.initial invalid_value"]);
  assert.deepEqual(faults("state", { states: ["a"], initial: "a", transitions: { b: ["a"], a: ["c"] } }), [
    "o.transitions.b invalid_value",
    "o.transitions.a invalid_value",
  ]);
  assert.deepEqual(faults("state", { states: ["a"], initial: "a", transitions: { a: "a" } }), [
    "o.transitions type_mismatch",
  ]);
});
