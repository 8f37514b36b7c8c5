import assert from "node:assert/strict";
import { test } from "node:test";
import { allergy, condition, lab, medication, report } from "../testing/chart-samples.ts";
import { ada, reader, testEmr } from "../testing/test-emr.ts";

const { door, take } = await testEmr();
const outcomes = ({ resources }: { resources: { outcome: string; reason?: string }[] }) =>
  resources.map(({ outcome, reason }) => (reason === undefined ? outcome : `${outcome}: ${reason}`));

async function taken(resources: readonly object[]) {
  const caller = reader();
  const shown = await take(caller, [ada(), ...resources]);
  const path = { patient_id: shown.resources[0]?.id ?? "" };
  const read = async (method: string, query = "") => (await door.call(method, { caller, path, query })).body;
  return { caller, report: shown, read };
}

test("resources that name each other, or themselves, are taken once each", async () => {
  const member = (value: string, other: string) =>
    lab(value, {
      code: { text: value },
      hasMember: [{ reference: `Observation/${other}` }],
      derivedFrom: [{ reference: `Observation/${value}` }],
    });
  const { report: shown, read } = await taken([
    ada({ link: [{ other: { reference: "Patient/ada" }, type: "seealso" }] }),
    member("a", "b"),
    member("b", "a"),
    report("r", { id: "r", result: [{ reference: "DiagnosticReport/r" }, { reference: "Observation/a" }] }),
    medication("m", {
      medicationCodeableConcept: undefined,
      medicationReference: { reference: "#x" },
      contained: [
        {
          resourceType: "Medication",
          id: "x",
          code: { text: "Tablet" },
          ingredient: [{ itemReference: { reference: "#x" } }],
        },
      ],
    }),
  ]);
  assert.deepEqual(outcomes(shown), ["created", "unchanged", "created", "created", "created", "created"]);
  const labs = await read("GetLabs");
  assert.deepEqual([labs.analytes.length, labs.reports.length, labs.reports[0].result_count], [2, 1, 2]);
  assert.equal((await read("ListMedications")).medications[0].text, "Tablet");
});

test("a correction that comes before what it corrects stays", async () => {
  const version = (lastUpdated: string, status: string, value: number) =>
    lab("a", { status, meta: { lastUpdated }, valueQuantity: { value, unit: "g/dL" } });
  const { report: shown, read } = await taken([
    version("2026-02-02T00:00:00Z", "corrected", 12),
    version("2026-02-01T00:00:00Z", "final", 21),
  ]);
  assert.deepEqual(outcomes(shown).slice(1), ["created", "left_out: older"]);
  const [analyte] = (await read("GetLabs")).analytes;
  assert.deepEqual([analyte.value, analyte.status], [12, "corrected"]);
});

for (const [written, shown] of [
  ["1980", "1980"],
  ["1980-05", "1980-05"],
  ["1980-05-06", "1980-05-06"],
  ["1980-05-06T23:30:00-05:00", "1980-05-06"],
  ["1980-05-06T10:00:00.123456Z", "1980-05-06"],
] as const)
  test(`a date written as ${written} is shown as precisely as that`, async () => {
    const { report: all, read } = await taken([
      condition("c", { onsetDateTime: written, recordedDate: written }),
      allergy("a", { onsetDateTime: written }),
    ]);
    assert.deepEqual(outcomes(all), ["created", "created", "created"]);
    assert.equal((await read("ListProblems")).problems[0].onset_date, shown);
    assert.equal((await read("ListAllergies")).allergies[0].onset_date, shown);
  });

test("units are shown as they came, whether they are any or not", async () => {
  const quantities = [
    { value: 5, unit: "furlongs", code: "[fur_us]", system: "http://unitsofmeasure.org" },
    { value: 5, unit: "g per dL" },
    { value: 5 },
    { value: 5, code: "not a unit" },
  ];
  const { read } = await taken(
    quantities.map((valueQuantity, n) => lab(`q${n}`, { code: { text: `${n}` }, valueQuantity })),
  );
  const units = (await read("GetLabs")).analytes.map(({ unit }: { unit: unknown }) => unit);
  assert.deepEqual(units, ["[fur_us]", "g per dL", null, "not a unit"]);
});

test("extensions of nobody, modifiers too, at every place are taken no notice of and never come out", async () => {
  const extension = [{ url: "urn:secret", valueString: "never-shown" }];
  const more = { extension, modifierExtension: extension, _status: { extension }, implicitRules: "urn:x" };
  const { caller, report: shown } = await taken([
    ada({ ...more, _birthDate: { extension } }),
    condition("c", more),
    lab("l", { ...more, valueQuantity: { value: 1, unit: "g", extension } }),
    medication("m", more),
    allergy("a", more),
    report("r", { ...more, conclusion: "never-shown", text: { div: "never-shown" } }),
  ]);
  assert.ok(shown.resources.every(({ outcome }) => outcome !== "left_out"));
  const path = { patient_id: shown.resources[0]?.id ?? "" };
  for (const accept of ["application/json", "application/fhir+json"])
    for (const method of ["GetPatient", "ListProblems", "ListMedications", "ListAllergies", "GetLabs"]) {
      const reply = await door.call(method, { caller, path, headers: { accept } });
      assert.equal(reply.status, 200);
      assert.doesNotMatch(JSON.stringify(reply.body), /never-shown|urn:secret/);
    }
});
