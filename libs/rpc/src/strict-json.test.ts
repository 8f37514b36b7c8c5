import { AppError } from "@jst/errors";
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseStrictJson, withWrittenNumbers } from "./strict-json.ts";

const parse = (text: string | Buffer) => parseStrictJson(Buffer.from(text));

function refusalOf(run: () => unknown): AppError | undefined {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error;
  }
  return undefined;
}

const codeOf = (run: () => unknown): string => refusalOf(run)?.code ?? "accepted";

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

const members = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}`;

const items = (count: number, item: string) => `[${Array.from({ length: count }, () => item).join()}]`;

for (const [name, text] of Object.entries({
  "an empty body": "",
  "white space": "  ",
  "a truncated body": '{"a":',
  "two values": "{} {}",
  "a trailing comma": '{"a":1,}',
  "a trailing comma in a list": '{"a":[1,]}',
  "a comment": '{"a":1 /* x */}',
  NaN: '{"a":NaN}',
  Infinity: '{"a":Infinity}',
  "minus Infinity": '{"a":-Infinity}',
  "a byte order mark": "\ufeff{}",
  "single quotes": "{'a':1}",
  "a raw NUL": '{"a":"\0"}',
  "an escaped NUL": '{"a":"\\u0000"}',
  "an escaped NUL in a name": '{"\\u0000":1}',
  "a lone high surrogate": '{"a":"\\ud800"}',
  "a lone low surrogate in a name": '{"\\udc00":1}',
  "17 levels": nested(17),
  "65 levels": nested(65),
  "1,000 levels": nested(1_000),
  "10,000 levels": nested(10_000),
  "a million levels": nested(1_000_000),
  "200,000 items": items(200_000, "0"),
  "200,000 members": members(200_000),
  "100,000 tiny rows": `{"rows":${items(100_000, '{"data":{"a":1}}')}}`,
  "a million empty objects": items(1_000_000, "{}"),
})) {
  test(`${name} is malformed_json`, () =>
    assert.equal(
      codeOf(() => parse(text)),
      "malformed_json",
    ));
}

test("bytes that are not UTF-8 are malformed_json, UTF-16 of either order and with its mark among them", () => {
  const marked = Buffer.from('\ufeff{"a":1}', "utf16le");
  for (const bytes of [
    Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.from('{"a":1}', "utf16le"),
    marked,
    Buffer.from(marked).swap16(),
  ])
    assert.equal(
      codeOf(() => parse(bytes)),
      "malformed_json",
    );
});

test("__proto__ is refused at the top and nested, however it is spelled, and pollutes nothing", () => {
  for (const text of ['{"__proto__":{"x":1}}', '{"a":[{"__proto__":1}]}', '{"\\u005f_proto__":{"x":1}}']) {
    assert.equal(
      codeOf(() => parse(text)),
      "validation_failed",
    );
  }
  assert.equal(({} as { x?: number }).x, undefined);
});

test("constructor and prototype are names like others, at the top, nested and in lists, and pollute nothing", () => {
  for (const name of ["constructor", "prototype"]) {
    const value = { [name]: { x: 1 }, a: [{ [name]: { prototype: { x: 1 } } }] };
    assert.deepEqual(parse(JSON.stringify(value)), value);
  }
  assert.equal(({} as { x?: number }).x, undefined);
});

test("names that are empty, blank or 10 kB long are names, and so are 10,000 of them", () => {
  const value = { "": 1, " ": 2, ["k".repeat(10_240)]: { "": [] } };
  assert.deepEqual(parse(JSON.stringify(value)), value);
  assert.ok(parse(members(10_000)));
});

test("of a member that is given twice the last one counts, at any depth", () => {
  assert.deepEqual(parse('{"a":1,"b":{"c":[1],"c":{"d":2}},"a":"x"}'), { a: "x", b: { c: { d: 2 } } });
});

test("every number beyond a double is refused with its place", () => {
  const error = refusalOf(() => parse('{"a":{"b":[1,1e400]},"c":-1e400,"d":1e131071}'));
  assert.deepEqual(
    [error?.code, error?.errors?.map(({ field, code }) => `${field} ${code}`)],
    ["validation_failed", ["a.b.1 out_of_range", "c out_of_range", "d out_of_range"]],
  );
});

test("an integer that a double would round is refused with its place, one that it holds is kept", () => {
  for (const text of [
    "9007199254740993",
    "-9007199254740993",
    "12345678901234567890",
    "123456789012345680001",
    "1234567890123456700",
    `1${"0".repeat(60)}1`,
  ]) {
    const error = refusalOf(() => parse(`{"a":{"b":["x",${text}]},"c":1}`));
    assert.deepEqual(
      [error?.code, error?.errors?.map(({ field, code }) => [field, code])],
      ["validation_failed", [["a.b.1", "out_of_range"]]],
      text,
    );
  }
  const held = [9007199254740991, -9007199254740992, 100000000000000000000, 1e21, 0.1234567890123456];
  // The shown text of a double may be sent back, even if its value has other digits.
  const shown = [123456789012345680000, -1234567890123450000, 2 ** 63, 2 ** 64];
  for (const numbers of [held, shown]) assert.deepEqual(parse(JSON.stringify(numbers)), numbers);
  const exact = "[1180591620717411303424, 1180591620717411300000, 9223372036854775808]";
  assert.deepEqual(parse(exact), [2 ** 70, 2 ** 70, 2 ** 63]);
  assert.deepEqual(parse('["12345678901234567890", 1234567890123456.5e1, 0.12345678901234567890]'), [
    "12345678901234567890",
    12345678901234565,
    0.12345678901234568,
  ]);
});

test("a body of as many values as the largest batch has is read", () => {
  const cells = Array.from({ length: 200 }, (_, place) => `"column_${place}":${place}`).join();
  assert.ok(parse(`{"rows":${items(500, `{"data":{${cells}}}`)}}`));
  assert.ok(parse(`{"a":"${",[{".repeat(400_000)}"}`), "what stands in a text is no value");
});

test("16 levels, brackets inside strings, escapes and paired surrogates are accepted unchanged", () => {
  assert.ok(parse(nested(16)));
  assert.deepEqual(parse('{"a":"[[[[[[[[[[[[[[[[[[\\"{{{{","b":"\\ud83d\\ude00"}'), {
    a: '[[[[[[[[[[[[[[[[[["{{{{',
    b: "😀",
  });
});

test("numbers that PostgreSQL would spell out to many times the body's size are refused, a few are not", () => {
  assert.equal(
    codeOf(() => parse(`[${"1e308,".repeat(1_000)}1]`)),
    "validation_failed",
  );
  assert.deepEqual(parse("[1e308,1e-300,0,-0,1e20]"), [1e308, 1e-300, 0, -0, 1e20]);
});

test("as many refused numbers and as long a name as a body can hold are answered in little", () => {
  for (const name of ["k".repeat(500_000), "k"]) {
    const body = `{"${name}":[${Array.from({ length: 90_000 }, () => "1e999").join()}]}`;
    const error = refusalOf(() => parse(body));
    assert.equal(error?.code, "validation_failed");
    assert.equal(error.errors?.length, 100);
    assert.ok(JSON.stringify(error.errors).length < 50_000);
  }
});

test("the digits of a number can be had as they were written", () => {
  const body = '{"a":1.00000000000000001,"b":[-25e-1,"7",{"c":99999999999999999999}],"d":null,"e":true}';
  assert.deepEqual(withWrittenNumbers(Buffer.from(body)), {
    a: "1.00000000000000001",
    b: ["-25e-1", "7", { c: "99999999999999999999" }],
    d: null,
    e: true,
  });
});
