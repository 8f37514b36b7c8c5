import assert from "node:assert/strict";
import { test } from "node:test";
import { allergy, concept, condition, lab } from "../testing/chart-samples.ts";
import { ada, reader, testEmr } from "../testing/test-emr.ts";

const { door, take } = await testEmr();
const LOINC = "http://loinc.org";
const fhir = { accept: "application/fhir+json" };

async function taken(patient: object, ...resources: object[]) {
  const caller = reader();
  const told = (await take(caller, [patient, ...resources])).resources;
  const path = { patient_id: told[0]?.id ?? "" };
  const read = async (method: string, options = {}) =>
    (await door.call(method, { caller, path, ...options })).body;
  return { told: told.slice(1), read, labs: async (query = "") => read("GetLabs", { query }) };
}

test("components are analytes with a history, and the heading without a value is not one", async () => {
  const component = [
    { code: concept(LOINC, "5803-2", "pH"), valueQuantity: { value: 6.5 } },
    { code: concept(LOINC, "20454-5", "Protein"), valueCodeableConcept: { text: "3+" } },
    { code: concept(LOINC, "5792-7", "Glucose") },
  ];
  const rest = { code: concept(LOINC, "57698-3", "Urinalysis"), valueQuantity: undefined };
  const { told, labs, read } = await taken(ada(), lab("u", { ...rest, component }));
  assert.equal(told[0]?.outcome, "created");
  const { analytes } = await labs();
  assert.deepEqual(
    analytes.map((one: Record<string, unknown>) => [one["text"], one["value"], one["value_text"]]),
    [
      ["pH", 6.5, undefined],
      ["Protein", null, "3+"],
    ],
  );
  assert.equal((await labs("code=5803-2")).history.length, 1);
  assert.equal((await read("GetLabs", { headers: fhir })).total, 2);
});

test("a component that a later version has no longer leaves the chart", async () => {
  const caller = reader();
  const part = (code: string) => ({ code: concept(LOINC, code), valueInteger: 1 });
  const of = (...component: object[]) => lab("u", { valueQuantity: undefined, component });
  const { resources } = await take(caller, [ada(), of(part("1-8"), part("2-6"))]);
  await take(caller, [ada(), of(part("1-8"))]);
  const path = { patient_id: resources[0]?.id ?? "" };
  const { analytes } = (await door.call("GetLabs", { caller, path })).body;
  assert.deepEqual(
    analytes.map((one: { code: { code: string } }) => one.code.code),
    ["1-8"],
  );
});

for (const [what, rest] of [
  ["sampled data", { valueQuantity: undefined, valueSampledData: { period: 1, data: "1 2" } }],
  ["no value and no reason", { valueQuantity: undefined }],
  ["components without values", { valueQuantity: undefined, component: [{ code: { text: "pH" } }] }],
] as const)
  test(`a result that would show nothing is left out: ${what}`, async () => {
    const { told, labs } = await taken(ada(), lab("x", rest));
    assert.deepEqual([told[0]?.outcome, told[0]?.reason], ["left_out", "no_result"]);
    assert.deepEqual((await labs()).analytes, []);
  });

test("the absence of a result is a reason, and not a value", async () => {
  const dataAbsentReason = concept("http://terminology.hl7.org/CodeSystem/data-absent-reason", "unknown");
  const { labs, read } = await taken(ada(), lab("x", { valueQuantity: undefined, dataAbsentReason }));
  const [shown] = (await labs()).analytes;
  assert.deepEqual([shown.value, shown.value_text, shown.absent_reason], [null, undefined, "unknown"]);
  const { resource } = (await read("GetLabs", { headers: fhir })).entry[0];
  assert.deepEqual([resource.valueString, resource.dataAbsentReason], [undefined, dataAbsentReason]);
});

test("the normal range is the reference range among others; words are an interpretation; notes stay", async () => {
  const type = (code: string) =>
    concept("http://terminology.hl7.org/CodeSystem/referencerange-meaning", code);
  const bound = (value: number) => ({ value, unit: "mmol/L" });
  const { labs, read } = await taken(
    ada(),
    lab("k", {
      valueQuantity: { value: 6.9, unit: "mmol/L" },
      interpretation: [{ text: "Critical high" }],
      note: [{ text: "Specimen haemolysed" }],
      referenceRange: [
        { low: bound(3), high: bound(6), type: type("treatment") },
        { low: bound(3.5), high: bound(5.1), type: type("normal") },
      ],
    }),
  );
  const [{ interpretation, note, reference_range, reference_ranges }] = (await labs()).analytes;
  assert.deepEqual([interpretation, note], ["Critical high", "Specimen haemolysed"]);
  assert.deepEqual([reference_range.low, reference_range.high, reference_range.unit], [3.5, 5.1, "mmol/L"]);
  assert.deepEqual(
    reference_ranges.map((one: { type: string }) => one.type),
    ["treatment", "normal"],
  );
  const { resource } = (await read("GetLabs", { headers: fhir })).entry[0];
  assert.deepEqual(resource.interpretation, [{ text: "Critical high" }]);
  assert.equal(resource.referenceRange.length, 2);
});

for (const [quantity, unit] of [
  [{ unit: "mmol/L", system: "http://snomed.info/sct", code: "258813002" }, "mmol/L"],
  [{ unit: "millimoles", system: "http://unitsofmeasure.org", code: "mmol/L" }, "mmol/L"],
  [{ code: "mmol/L" }, "mmol/L"],
] as const)
  test(`a unit is what people write, or UCUM: ${Object.keys(quantity).join(", ")}`, async () => {
    const valueQuantity = { value: 140, ...quantity };
    const { labs, read } = await taken(ada(), lab("na", { valueQuantity }));
    assert.equal((await labs()).analytes[0].unit, unit);
    const { resource } = (await read("GetLabs", { headers: fhir })).entry[0];
    assert.deepEqual(resource.valueQuantity, "system" in quantity ? valueQuantity : { value: 140, unit });
  });

test("one test is one analyte however its code system is written", async () => {
  const systems = [
    "http://loinc.org",
    "urn:oid:2.16.840.1.113883.6.1",
    "http://loinc.org/",
    "https://LOINC.org",
  ];
  const results = systems.map((system, day) =>
    lab(`g${day}`, {
      code: concept(system, "2345-7", "Glucose"),
      effectiveDateTime: `2026-01-0${day + 1}T08:00:00Z`,
    }),
  );
  const { labs } = await taken(ada(), ...results);
  const { analytes } = await labs();
  assert.deepEqual([analytes.length, analytes[0].effective_at.slice(0, 10)], [1, "2026-01-04"]);
  for (const system of systems)
    assert.equal((await labs(`code=${encodeURIComponent(`${system}|2345-7`)}`)).history.length, 4);
});

for (const category of [
  [concept("http://terminology.hl7.org/CodeSystem/v2-0074", "LAB")],
  [{ text: "Laboratory" }],
  [concept("urn:x", "other"), concept("urn:x", "laboratory")],
])
  test(`a laboratory result is known by its category ${JSON.stringify(category)}`, async () => {
    const { told } = await taken(ada(), lab("x", { category }));
    assert.equal(told[0]?.outcome, "created");
  });

test("a conditional reference leads to the patient of the identifier, and without a system to nobody", async () => {
  const patient = ada({ identifier: [{ system: "urn:mrn", value: "A 1" }] });
  const of = (query: string) => ({ subject: { reference: `Patient?identifier=${query}` } });
  const { told } = await taken(
    patient,
    condition("a", of("urn:mrn|A%201")),
    condition("b", of("urn%3Amrn%7CA+1")),
    condition("c", of("A%201")),
    condition("d", of("urn:other|A%201")),
  );
  assert.deepEqual(
    told.map(({ outcome, reason }) => reason ?? outcome),
    ["created", "created", "patient_not_found", "patient_not_found"],
  );
});

test("a reaction shows every manifestation, and an allergy its notes", async () => {
  const manifestation = [{ text: "Hives" }, { text: "Anaphylaxis" }];
  const note = [{ text: "needed adrenaline" }];
  const { read } = await taken(ada(), allergy("peanut", { note, reaction: [{ manifestation }] }));
  const [shown] = (await read("ListAllergies")).allergies;
  assert.deepEqual(
    [shown.note, shown.reactions[0].manifestation],
    ["needed adrenaline", "Hives, Anaphylaxis"],
  );
  const { resource } = (await read("ListAllergies", { headers: fhir })).entry[0];
  assert.deepEqual([resource.note, resource.reaction[0].manifestation], [note, manifestation]);
});
