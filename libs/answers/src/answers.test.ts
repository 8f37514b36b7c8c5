import assert from "node:assert/strict";
import { test } from "node:test";
import { RE2JS } from "re2js";
import type { AskedField } from "./field.ts";
import { readAnswers } from "./answers.ts";
import { fieldTypes } from "./field-types.ts";

/** Numbers that look random and are the same in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const types = (Object.keys(fieldTypes) as AskedField["type"][]).filter((type) => type !== "file");
const texts = [
  "",
  " ",
  "\u200b",
  "a",
  "ab",
  "Ab",
  "ada@example.com",
  " ada@example.com ",
  "ada@",
  "+14155550100",
];
const moreTexts = [
  "+1",
  "2026-01-31",
  "2026-02-30",
  "09:30",
  "24:00",
  "x",
  "y",
  "https://a.test/",
  "ftp://a.test",
];
const values: unknown[] = [
  ...[...texts, ...moreTexts, "javascript:alert(1)", "<b>&", "👩‍👩‍👧👩‍👩‍👧", "é".repeat(1_001), "z".repeat(10_001)],
  ...[
    0,
    1,
    1.5,
    3,
    -2,
    11,
    true,
    false,
    null,
    undefined,
    [],
    ["x"],
    ["x", "y"],
    ["x", "x"],
    ["q"],
    [1],
    {},
    { a: 1 },
  ],
];

function randomField(roll: (below: number) => number, n: number): AskedField {
  const type = types[roll(types.length)] ?? "boolean";
  const { takes } = fieldTypes[type];
  const some = (name: string, value: unknown) =>
    (takes as readonly string[]).includes(name) && roll(2) === 0 ? { [name]: value } : {};
  const least = roll(3);
  return {
    id: `f${n}`,
    label: "F",
    type,
    required: type !== "section" && roll(2) === 0,
    ...(takes.includes("options") ? { options: ["x", "y", "z"] } : {}),
    ...some("min", least),
    ...some("max", least + roll(3)),
    ...some("max_length", 2 + roll(5)),
    ...some("pattern", ["a+b?", "(a+)+$", "[^@]+@[^@]+", ".*1.*"][roll(4)]),
    ...(type === "short_text" && roll(4) === 0 ? { maps_to: "company" } : {}),
  };
}

/** Second, deliberately simple implementation of the faults: each rule of the contract by itself. */
function naive(fields: readonly AskedField[], given: Record<string, unknown>): Record<string, string> {
  const wrong: Record<string, string> = {};
  const known = fields.filter(({ type }) => type !== "section").map(({ id }) => id);
  for (const id in given) if (!known.includes(id)) wrong[id] = "unknown_field";
  for (const field of fields) {
    if (field.type === "section") continue;
    const code = naiveCode(field, given[field.id]);
    if (code !== "") wrong[field.id] = code;
  }
  return wrong;
}

function naiveCode(field: AskedField, value: unknown): string {
  const visible = typeof value === "string" ? value.replaceAll(/[\s\u200b]/g, "") : "?";
  if (value === undefined || value === null || visible === "" || JSON.stringify(value) === "[]")
    return field.required ? "required" : "";
  const { min = -1e9, max = 1e9, max_length: lengthMax = 1e9, options = [] } = field;
  const caps: Record<string, number> = {
    short_text: 1_000,
    long_text: 10_000,
    hidden: 1_000,
    url: 2_000,
    email: 254,
    phone: 16,
  };
  const isText = [...Object.keys(caps), "date", "time", "single_choice"].includes(field.type);
  if (isText) {
    if (typeof value !== "string") return "type_mismatch";
    const text = field.type === "email" ? value.trim() : value;
    if (field.type === "phone" && text !== "+14155550100") return "invalid_format";
    const size = Array.from(text).length;
    const cap = Math.min(max, lengthMax, caps[field.type] ?? 1e9, field.maps_to === "company" ? 200 : 1e9);
    if (size < min || size > cap) return "out_of_range";
    if (field.type === "single_choice") return options.includes(text) ? "" : "invalid_option";
    const shapes: Record<string, string[]> = {
      email: ["ada@example.com"],
      phone: ["+14155550100", "+1"].slice(0, 1),
      date: ["2026-01-31"],
      time: ["09:30"],
      url: ["https://a.test/"],
    };
    const good = shapes[field.type];
    if (good !== undefined && !good.includes(text)) return "invalid_format";
    return field.pattern === undefined || RE2JS.matches(field.pattern, text) ? "" : "invalid_format";
  }
  if (field.type === "multi_choice") {
    if (!Array.isArray(value)) return "type_mismatch";
    const list = value as unknown[];
    if (list.some((one, at) => !options.includes(one as string) || list.indexOf(one) !== at))
      return "invalid_option";
    return list.length < min || list.length > max ? "out_of_range" : "";
  }
  if (field.type === "boolean" || field.type === "consent") {
    if (value !== true && value !== false) return "type_mismatch";
    return field.type === "consent" && field.required && !value ? "required" : "";
  }
  if (typeof value !== "number") return "type_mismatch";
  if (field.type === "number") return value < min || value > max ? "out_of_range" : "";
  if (value !== Math.trunc(value)) return "type_mismatch";
  return value < (field.min ?? 1) || value > (field.max ?? 5) ? "out_of_range" : "";
}

test("for 3,000 random forms and answers the validator finds what a naive one finds, and keeps the good answers", async () => {
  const roll = dice(25);
  const seen = new Map<string, number>();
  for (let n = 0; n < 3_000; n += 1) {
    const fields = Array.from({ length: 1 + roll(6) }, (_, at) => randomField(roll, at));
    const given: Record<string, unknown> = {};
    for (const { id } of fields) if (roll(5) > 0) given[id] = values[roll(values.length)];
    if (roll(10) === 0) given["other"] = "x";
    const { answers, errors } = await readAnswers(fields, given, { teamId: "a" });
    const found = Object.fromEntries(errors.map(({ field, code }) => [field.replace("data.", ""), code]));
    assert.deepEqual(found, naive(fields, given), JSON.stringify({ fields, given }));
    for (const code of Object.values(found)) seen.set(code, (seen.get(code) ?? 0) + 1);
    for (const [id, value] of Object.entries(answers)) {
      const sent = given[id];
      assert.deepEqual(value, typeof sent === "string" && String(value) !== sent ? sent.trim() : sent);
    }
  }
  const codes = [
    "invalid_format",
    "invalid_option",
    "out_of_range",
    "required",
    "type_mismatch",
    "unknown_field",
  ];
  assert.deepEqual([...seen.keys()].sort(), codes);
  for (const [code, count] of seen) assert.ok(count > 50, `${code} was found ${count} times`);
});

const field = (more: Partial<AskedField>): AskedField => ({
  id: "a",
  label: "A",
  type: "short_text",
  required: true,
  ...more,
});
const codesOf = async (one: AskedField, data: Record<string, unknown>) =>
  (await readAnswers([one], data, { teamId: "a" })).errors.map(({ field: at, code }) => `${at} ${code}`);

test("nothing that looks like nothing answers a required field: omission, null, blanks, what nobody sees, no list", async () => {
  for (const type of types.filter((one) => one !== "section"))
    for (const value of [
      undefined,
      null,
      "",
      " \t\n",
      "\u00a0",
      "\u3000",
      "\u200b\u200d",
      "\ufeff",
      "\u00ad",
      "\u2800",
      "\u3164",
      [],
    ])
      assert.deepEqual(
        await codesOf(field({ type, options: ["x"] }), { a: value }),
        ["data.a required"],
        `${type} ${String(value)}`,
      );
  assert.deepEqual(await codesOf(field({}), {}), ["data.a required"]);
  assert.deepEqual(await codesOf(field({}), { A: "x" }), ["data.A unknown_field", "data.a required"]);
  for (const [type, value] of [
    ["boolean", false],
    ["number", 0],
  ] as const)
    assert.deepEqual(await readAnswers([field({ type })], { a: value }, { teamId: "a" }), {
      answers: { a: value },
      errors: [],
    });
});

test("names that every object has are not answers, and nothing is read from them", async () => {
  const data = JSON.parse('{"__proto__": {"a": "x"}, "constructor": "x", "toString": "x"}') as Record<
    string,
    unknown
  >;
  const found = (await codesOf(field({}), data)).sort();
  assert.deepEqual(found, [
    "data.__proto__ unknown_field",
    "data.a required",
    "data.constructor unknown_field",
    "data.toString unknown_field",
  ]);
});

test("texts are kept as they were sent, and measured in characters as people count them", async () => {
  const two = field({ min: 2, max: 2 });
  assert.deepEqual((await readAnswers([two], { a: "👍👍" }, { teamId: "a" })).answers, { a: "👍👍" });
  assert.deepEqual((await readAnswers([field({})], { a: " x " }, { teamId: "a" })).answers, { a: " x " });
  assert.deepEqual(await codesOf(two, { a: "👍" }), ["data.a out_of_range"]);
});

test("a pattern that blows up a backtracking engine takes no time", { timeout: 5_000 }, async () => {
  const evil = field({ type: "long_text", pattern: "(a+)+$" });
  assert.deepEqual(await codesOf(evil, { a: `${"a".repeat(9_999)}!` }), ["data.a invalid_format"]);
  assert.deepEqual(await codesOf(evil, { a: "a".repeat(10_000) }), []);
});
