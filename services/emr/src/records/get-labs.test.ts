import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { concept, lab, report, status } from "../testing/chart-samples.ts";
import { ada, bundleOf, reader, testEmr, withoutId } from "../testing/test-emr.ts";

const { door, take, looks } = await testEmr();

async function charted(...resources: object[]) {
  const caller = reader();
  const path = { patient_id: (await take(caller, [ada(), ...resources])).resources[0]?.id ?? "" };
  const labs = async (query = "", who = caller) =>
    (await door.call("GetLabs", { caller: who, path, query })).body;
  return { caller, path, labs, again: (...more: object[]) => take(caller, [ada(), ...more]) };
}
const at = (effectiveDateTime: string, value: number, rest = {}) => ({
  effectiveDateTime,
  valueQuantity: { value, unit: "g/dL" },
  ...rest,
});
const values = ({ analytes }: { analytes: { value: number }[] }) => analytes.map(({ value }) => value);

test("the latest is by the instant, whatever its zone is written as, over statuses that count", async () => {
  const { labs } = await charted(
    lab("first", at("2026-01-05T23:00:00-05:00", 1)),
    lab("later", at("2026-01-06T05:00:00Z", 2)),
    lab("earlier", at("2026-01-06T06:00:00+03:00", 3)),
    lab("registered", at("2026-02-01", 4, { status: "registered" })),
    lab("cancelled", at("2026-02-02", 5, { status: "cancelled" })),
    lab("panel", { effectiveDateTime: "2026-03-01", valueQuantity: undefined }),
    lab("undated", { effectiveDateTime: undefined }),
  );
  assert.deepEqual(values(await labs()), [2]);
});

test("equal instants: the later issued, and codes of two systems are two analytes", async () => {
  const { labs } = await charted(
    lab("a", at("2026-01-05", 1, { issued: "2026-01-06T00:00:00Z" })),
    lab("b", at("2026-01-05", 2, { issued: "2026-01-07T00:00:00Z" })),
    lab("other", at("2020", 3, { code: concept("urn:local", "718-7", "Hemoglobin") })),
  );
  assert.deepEqual(values(await labs()).sort(), [2, 3]);
});

test("a correction replaces what it corrects in place, also with an earlier time; one in error gives way", async () => {
  const { labs, again } = await charted(lab("a", at("2026-01-05", 1)), lab("b", at("2026-01-04", 2)));
  await again(lab("a", at("2026-01-03", 9, { status: "corrected" })));
  assert.deepEqual(values(await labs()), [2]);
  await again(lab("b", { status: "entered-in-error" }));
  assert.deepEqual(values(await labs()), [9]);
  await again(lab("b", at("2026-01-04", 4, { status: "amended" })));
  assert.deepEqual(values(await labs()), [4]);
});

test("decimals keep their digits, and an analyte has what was imported of it", async () => {
  const caller = reader();
  const text = bundleOf([
    ada(),
    lab("a", {
      valueQuantity: { value: 0.5, comparator: "<", unit: "mmol per litre", code: "mmol/L" },
      referenceRange: [{ low: { value: 3.5 }, high: { value: 5.1 }, text: "adults" }],
      interpretation: [status("L")],
      issued: "2026-01-06T10:00:00.5+01:00",
    }),
  ])
    .replace('"value":0.5', '"value":5.40')
    .replace('"value":3.5', '"value":3.50');
  const path = { patient_id: (await take(caller, text)).resources[0]?.id ?? "" };
  const { body } = await door.call("GetLabs", { caller, path });
  const [analyte] = body.analytes.map(withoutId);
  const limits = { low: 3.5, high: 5.1, text: "adults", unit: null };
  const range = { ...limits, type: null, applies_to: null, age: null };
  assert.deepEqual(analyte, {
    code: { system: "http://loinc.org", code: "718-7", display: "Hemoglobin" },
    text: "Hemoglobin",
    value: 5.4,
    comparator: "<",
    unit: "mmol per litre",
    absent_reason: null,
    reference_range: range,
    reference_ranges: [range],
    note: null,
    interpretation: "L",
    status: "final",
    effective_at: "2026-01-05T08:00:00.000Z",
    issued_at: "2026-01-06T09:00:00.500Z",
    report_id: null,
  });
  const stored = await door.call("GetLabs", { caller, path });
  assert.match(JSON.stringify(stored.body), /5\.4/);
});

for (const [name, rest, expected] of [
  ["a text", { valueString: "trace" }, "trace"],
  ["a concept", { valueCodeableConcept: concept("urn:x", "p", "Positive") }, "Positive"],
  ["a boolean", { valueBoolean: false }, "false"],
  [
    "a range",
    { valueRange: { low: { value: 1, unit: "mg" }, high: { value: 2, unit: "mg" } } },
    "1 mg - 2 mg",
  ],
  ["a ratio", { valueRatio: { numerator: { value: 1 }, denominator: { value: 128 } } }, "1 : 128"],
] as const) {
  test(`${name} is a value in words`, async () => {
    const { labs } = await charted(lab("a", { valueQuantity: undefined, ...rest }));
    const [analyte] = (await labs()).analytes;
    assert.deepEqual([analyte.value, analyte.value_text], [null, expected]);
  });
}

test("reports are paged with all analytes on each page, and a value names the newest report that names it", async () => {
  const result = [{ reference: "Observation/a" }];
  const { labs } = await charted(
    lab("a"),
    report("old", { effectiveDateTime: "2026-01-05", result, performer: [{}, { display: "Central" }] }),
    report("new", {
      effectiveDateTime: "2026-01-06",
      result,
      conclusion: "SECRET",
      category: [status("LAB")],
    }),
    report("none"),
  );
  const first = await labs("limit=2");
  assert.deepEqual([first.analytes.length, first.reports.length, first.has_more], [1, 2, true]);
  const [newest, older] = first.reports;
  assert.equal(first.analytes[0].report_id, newest.id);
  assert.deepEqual([newest.category, newest.result_count, older.performer], ["LAB", 1, "Central"]);
  const second = await labs(`limit=2&cursor=${first.next_cursor}`);
  assert.deepEqual([second.analytes.length, second.reports.length, second.has_more], [1, 1, false]);
  assert.doesNotMatch(JSON.stringify([first, second]), /SECRET/);
});

test("with a code the answer is its history, newest first, narrowed and paged", async () => {
  const { labs } = await charted(
    ...["2026-01-01", "2026-01-02", "2026-01-03"].map((day, index) => lab(day, at(day, index))),
    lab("other", { code: concept("http://loinc.org", "2345-7") }),
    lab("bad", at("2026-01-04", 9, { status: "cancelled" })),
  );
  const history = async (query: string) => {
    const body = await labs(query);
    return body.history.map(({ value }: { value: number }) => value);
  };
  assert.deepEqual(await history("code=718-7"), [2, 1, 0]);
  assert.deepEqual(await history("code=http://loinc.org|718-7"), [2, 1, 0]);
  assert.deepEqual(await history("code=718-7&from=2026-01-02T00:00:00Z&to=2026-01-03T00:00:00Z"), [1]);
  assert.deepEqual(await history("code=nothing"), []);
  const page = await labs("code=718-7&limit=2");
  assert.deepEqual(await history(`code=718-7&limit=2&cursor=${page.next_cursor}`), [0]);
  assert.equal("analytes" in page, false);
  for (const bad of ["from=2026-01-02T00:00:00Z", "code=718-7&from=yesterday", "code=718-7&from=2026-01-02"])
    assert.equal((await labs(bad)).code, "invalid_parameter", bad);
});

test("with labs off there is nothing, whatever else is asked, and the look is on record", async () => {
  const { caller, labs } = await charted(lab("a"));
  const off = reader(caller, false);
  assert.equal((await labs("", off)).code, "not_found");
  assert.equal((await looks(caller)).at(-1)?.outcome, "not_found");
  assert.equal((await labs("", reader(testCaller()))).code, "not_found");
});
