import assert from "node:assert/strict";
import { test } from "node:test";
import { refusal, testSheets } from "../../testing/test-sheets.ts";

const { sheet } = await testSheets();

const choices = { options: ["12", "open", "7"].map((value) => ({ value })) };
const settings: Record<string, object> = {
  currency: { currency: "EUR" },
  select: choices,
  multi_select: choices,
  state: { states: ["open", "12", "7"], initial: "open" },
};
const email = "ada@example.com";
const phone = "+4930123456";
const url = "https://example.com/";
const day = "2026-01-31";
const instant = "2026-01-31T00:00:00.000Z";

/** A cell of each type that callers fill, and what each other type makes of it; it does not fit the types left out. */
const table: Record<string, [cell: unknown, becomes: Record<string, unknown>]> = {
  text: ["12", { long_text: "12", number: 12, integer: 12, currency: 12, percent: 12, duration: 12, select: "12", multi_select: ["12"], state: "12", json: "12" }],
  long_text: ["a\nb", { text: "a\nb", json: "a\nb" }],
  number: [1.5, { text: "1.5", long_text: "1.5", percent: 1.5, json: 1.5 }],
  integer: [7, { text: "7", long_text: "7", number: 7, currency: 7, percent: 7, duration: 7, json: 7 }],
  currency: [12, { text: "12", long_text: "12", number: 12, integer: 12, percent: 12, duration: 12, json: 12 }],
  percent: [12.5, { text: "12.5", long_text: "12.5", number: 12.5, json: 12.5 }],
  rating: [3, { text: "3", long_text: "3", number: 3, integer: 3, currency: 3, percent: 3, duration: 3, json: 3 }],
  duration: [60, { text: "60", long_text: "60", number: 60, integer: 60, currency: 60, percent: 60, json: 60 }],
  boolean: [true, { text: "true", long_text: "true", json: true }],
  date: [day, { text: day, long_text: day, datetime: instant, json: day }],
  datetime: [instant, { text: instant, long_text: instant, date: day, json: instant }],
  select: ["open", { text: "open", long_text: "open", multi_select: ["open"], state: "open", json: "open" }],
  multi_select: [["12"], { text: "12", long_text: "12", select: "12", state: "12", json: ["12"] }],
  state: ["7", { text: "7", long_text: "7", number: 7, integer: 7, currency: 7, percent: 7, duration: 7, select: "7", multi_select: ["7"], json: "7" }],
  email: [email, { text: email, long_text: email, json: email }],
  phone: [phone, { text: phone, long_text: phone, json: phone }],
  url: [url, { text: url, long_text: url, json: url }],
  json: [{ a: 1 }, {}],
}; // prettier-ignore
const types = Object.keys(table);
const filledOrReferring = [
  "autonumber",
  "created_at",
  "updated_at",
  "created_by",
  "updated_by",
  "user",
  "contact",
];

for (const [from, [cell, becomes]] of Object.entries(table)) {
  test(`a ${from} column becomes another type where its cell fits, and says so where it does not`, async () => {
    const others = types.filter((type) => type !== from);
    const options = settings[from] === undefined ? {} : { options: settings[from] };
    const s = await sheet(
      others.map((to) => ({ name: to, type: from, ...options })),
      [Object.fromEntries(others.map((to) => [to, cell]))],
    );
    for (const to of others) {
      const change = { type: to, ...(settings[to] && { options: settings[to] }) };
      const reply = await s.update(to, change);
      if (Object.hasOwn(becomes, to)) {
        assert.deepEqual([reply.status, reply.body.type], [200, to], `${from} to ${to}`);
        assert.deepEqual(await s.cells(to), [becomes[to]], `${from} to ${to}`);
        continue;
      }
      assert.deepEqual(
        [reply.status, reply.body.code, reply.body.count],
        [422, "type_mismatch", 1],
        `${from} to ${to}`,
      );
      assert.deepEqual(
        reply.body.samples.map((sample: { value: unknown }) => sample.value),
        [cell],
      );
      assert.deepEqual(await s.cells(to), [cell]);
      assert.equal((await s.update(to, { ...change, force: true })).status, 200, `${from} to ${to}, forced`);
      assert.deepEqual(await s.cells(to), [null], `${from} to ${to}, forced`);
    }
    for (const to of filledOrReferring)
      assert.deepEqual(refusal(await s.update(others[0] ?? "", { type: to, force: true })), [
        422,
        "validation_failed",
        "type not_convertible",
      ]);
  });
}

test("a column that the service fills keeps its type", async () => {
  const s = await sheet([
    { name: "n", type: "autonumber" },
    { name: "at", type: "created_at" },
    { name: "f", type: "formula", formula: "1" },
  ]);
  for (const name of ["n", "at", "f"])
    for (const type of ["integer", "text", "datetime"])
      assert.deepEqual(refusal(await s.update(name, { type, force: true })), [
        422,
        "validation_failed",
        "type not_convertible",
      ]);
});

test("settings that a type lacks or needs are refused with the change, and a default that no longer fits goes", async () => {
  const s = await sheet([{ name: "a", type: "text", default: "test" }], [{ a: "12" }]);
  assert.deepEqual(refusal(await s.update("a", { type: "currency" })), [
    422,
    "validation_failed",
    "options.currency required",
  ]);
  const made = await s.update("a", { type: "select", options: choices });
  assert.deepEqual([made.status, made.body.default], [200, null]);
});

test("a sign and a fraction survive the way from text to number and back", async () => {
  const texts = ["-123", "-0.5", "0", "12.50"];
  const s = await sheet(
    [{ name: "a", type: "text" }],
    texts.map((a) => ({ a })),
  );
  assert.equal((await s.update("a", { type: "number" })).status, 200);
  assert.deepEqual(await s.cells("a"), [-123, -0.5, 0, 12.5]);
  assert.equal((await s.update("a", { type: "text" })).status, 200);
  assert.deepEqual(await s.cells("a"), ["-123", "-0.5", "0", "12.5"]);
});

test("any number that became a text becomes the same number again, and no other text does", async () => {
  const numbers = [9007199254740991, -9007199254740991, 1e-7, 0.1 + 0.2, 2 ** -1074];
  const s = await sheet(
    [{ name: "a", type: "number" }],
    numbers.map((a) => ({ a })),
  );
  assert.equal((await s.update("a", { type: "text" })).status, 200);
  assert.equal((await s.update("a", { type: "number" })).status, 200);
  assert.deepEqual(await s.cells("a"), numbers);

  const texts = [
    "9007199254740993",
    "0.30000000000000005",
    "1E-7",
    "1e-07",
    "0x10",
    "Infinity",
    "NaN",
    " 1",
    "1e400",
  ];
  const others = await sheet(
    [{ name: "a", type: "text" }],
    texts.map((a) => ({ a })),
  );
  assert.equal((await others.update("a", { type: "number" })).body.count, texts.length);
});

test("an instant with parts of a millisecond stays a text, and an empty list of JSON stays a value", async () => {
  const instants = [
    "2026-01-31T00:00:00.123456Z",
    "2026-01-31T00:00:00.0001+02:00",
    "2026-01-31T00:00:00.120000Z",
  ];
  const s = await sheet(
    [
      { name: "a", type: "text" },
      { name: "b", type: "json" },
    ],
    instants.map((a) => ({ a, b: [] })),
  );
  assert.equal((await s.update("a", { type: "datetime" })).body.count, 2);
  for (const type of ["text", "number", "date"]) {
    assert.deepEqual(refusal(await s.update("b", { type })), [422, "type_mismatch"], type);
    assert.deepEqual(await s.cells("b"), [[], [], []], type);
  }
});

test("an empty text is told as a cell that does not fit, not as a database error", async () => {
  const s = await sheet([{ name: "a", type: "text" }], [{ a: "" }, { a: "1" }, {}]);
  const refused = await s.update("a", { type: "number" });
  assert.deepEqual([refused.status, refused.body.code, refused.body.count], [422, "type_mismatch", 1]);
  assert.equal(
    refused.body.detail,
    "1 cell does not fit the new column. Change the cell first; force=true empties it.",
  );
  assert.equal((await s.update("a", { type: "number", force: true })).status, 200);
  assert.deepEqual(await s.cells("a"), [null, 1, null]);
});

const zones: [zone: string, day: string, instant: string][] = [
  ["America/Los_Angeles", "2024-03-10", "2024-03-10T08:00:00.000Z"],
  ["Europe/Berlin", "2026-07-01", "2026-06-30T22:00:00.000Z"],
  ["Asia/Kolkata", "2026-07-01", "2026-06-30T18:30:00.000Z"],
  // Its clocks skipped this midnight.
  ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z"],
  ["Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00.000Z"],
];

for (const [zone, date, begin] of zones)
  test(`a date becomes the instant at which its day begins in ${zone}, and that the date`, async () => {
    const columns = [
      { name: "d", type: "date", default: date },
      { name: "t", type: "text" },
    ];
    const s = await sheet(columns, [{ d: date, t: date }], zone);
    for (const name of ["d", "t"]) {
      assert.equal((await s.update(name, { type: "datetime" })).status, 200);
      assert.deepEqual(await s.cells(name), [begin], name);
    }
    const back = await s.update("d", { type: "date" });
    assert.deepEqual([back.status, back.body.default], [200, date]);
    assert.deepEqual(await s.cells("d"), [date]);
  });

test("an instant within a day of the team's zone does not become a date, whatever UTC says", async () => {
  const within = ["2024-03-10T00:00:00.000Z", "2024-03-10T07:00:00.000Z", "2024-03-10T07:30:00.000Z"];
  const s = await sheet(
    [{ name: "at", type: "datetime" }],
    within.map((at) => ({ at })),
    "America/Los_Angeles",
  );
  const reply = await s.update("at", { type: "date" });
  assert.deepEqual([reply.status, reply.body.code, reply.body.count], [422, "type_mismatch", 3]);
  assert.deepEqual(await s.cells("at"), within);
});

test("a day that a zone has skipped does not become an instant", async () => {
  const s = await sheet([{ name: "d", type: "date" }], [{ d: "2011-12-30" }], "Pacific/Apia");
  const reply = await s.update("d", { type: "datetime" });
  assert.deepEqual([reply.status, reply.body.count], [422, 1]);
});
