import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
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

test("unknown extensions at every place are ignored and never come out", async () => {
  const extension = [{ url: "urn:secret", valueString: "never-shown" }];
  const more = { extension, modifierExtension: [], _status: { extension } };
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

for (const [what, resource] of [
  ["an identifier of 10 kB", condition("c", { identifier: [{ system: "urn:x", value: randomText() }] })],
  ["a system of 10 kB", condition("c", { identifier: [{ system: `urn:${randomText()}`, value: "1" }] })],
  ["an id of 10 kB", condition("c", { identifier: undefined, id: randomText() })],
  ["an analyte of 10 kB", lab("c", { code: { coding: [{ code: randomText() }] } })],
  ["an analyte of 10 kB of text", lab("c", { code: { text: randomText() } })],
  ["a report of nothing", report("c", { code: undefined })],
  ["a problem without a code", condition("c", { code: undefined })],
  ["a problem whose code is a number", condition("c", { code: 7 })],
  [
    "a problem whose code names nothing",
    condition("c", { code: { coding: [{ system: "urn:x" }], text: 7 } }),
  ],
  ["an allergy without a code and a substance", allergy("c", { code: undefined })],
  ["a patient's identifier of 10 kB", ada({ id: "other", identifier: [{ value: randomText() }] })],
] as const)
  test(`${what} is left out as invalid, and the rest is taken`, async () => {
    const { report: shown } = await taken([resource, condition("good")]);
    assert.deepEqual(outcomes(shown), ["created", "left_out: invalid", "created"]);
  });

test("a name of 200 letters that ends in an emoji, and a fullUrl of 10 kB, are taken", async () => {
  const caller = reader();
  const resource = ada({ name: [{ family: `${"x".repeat(199)}\u{1f600}` }] });
  const fullUrl = `urn:${randomText()}`;
  const about = condition("c", { subject: { reference: fullUrl } });
  const entry = [{ fullUrl, resource }, { resource: about }];
  const shown = await take(caller, JSON.stringify({ resourceType: "Bundle", entry }));
  assert.deepEqual(outcomes(shown), ["created", "created"]);
});

test("numbers without a system are each patient's own", async () => {
  const numbered = (subject: string) =>
    condition("", { identifier: [{ value: "1" }], subject: { reference: subject }, code: { text: subject } });
  const bo = ada({ id: "bo", identifier: [{ system: "urn:clinic", value: "MRN-2" }] });
  const { report: shown, read } = await taken([bo, numbered("Patient/ada"), numbered("Patient/bo")]);
  assert.deepEqual(outcomes(shown), ["created", "created", "created", "created"]);
  const { problems } = await read("ListProblems");
  assert.deepEqual(
    problems.map(({ text }: { text: string }) => text),
    ["Patient/ada"],
  );
});

test("a result that was entered in error in the same file is left out, and the rest is imported", async () => {
  const { report: shown, read } = await taken([
    lab("a"),
    report("r", { result: [{ reference: "Observation/a" }] }),
    lab("a", { status: "entered-in-error" }),
  ]);
  assert.deepEqual(outcomes(shown), ["created", "created", "created", "changed: entered_in_error"]);
  const labs = await read("GetLabs");
  assert.deepEqual([labs.analytes.length, labs.reports.length], [0, 1]);
});

/** Long, and no index can make it shorter. */
function randomText(): string {
  return randomBytes(5_000).toString("hex");
}
