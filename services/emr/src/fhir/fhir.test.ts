import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readSettings } from "../../../../dev/src/config.ts";
import { findPythonPackages } from "../../../../dev/src/fetch/python-packages.ts";
import { allergy, concept, condition, lab, medication, report, status } from "../testing/chart-samples.ts";
import { ada, bundleOf, reader, testEmr } from "../testing/test-emr.ts";
import { wantsFhir } from "./negotiate.ts";
import { faultsOf } from "./testing/faults-of.ts";

const fhir = await findPythonPackages(readSettings().cacheDir, "fhir");
const [folder, skip] = "folder" in fhir ? [fhir.folder, false] : ["", fhir.reason];
const { door, take, looks } = await testEmr();
const accept = { accept: "application/fhir+json" };

const chart = [
  ada({ deceasedDateTime: "1852-11-27" }),
  condition("bare", { clinicalStatus: undefined }),
  condition("full", {
    verificationStatus: status("confirmed"),
    category: [status("problem-list-item")],
    severity: { text: "Severe" },
    onsetDateTime: "1980",
    recordedDate: "2021-03-04T10:00:00+02:00",
    note: [{ text: "noted" }],
  }),
  medication("request", {
    authoredOn: "2025-02",
    requester: { display: "Dr. Grey" },
    reasonCode: [{ text: "Pressure" }],
    dosageInstruction: [
      {
        text: "Daily",
        timing: { repeat: { boundsPeriod: { start: "2025-02-03" } } },
        doseAndRate: [{ doseQuantity: { value: 2, unit: "film coated tablets" } }],
      },
    ],
  }),
  medication("statement", {
    resourceType: "MedicationStatement",
    status: "not-taken",
    effectivePeriod: { end: "2024" },
  }),
  allergy("a", {
    type: "intolerance",
    category: ["food"],
    criticality: "high",
    clinicalStatus: status("active"),
    reaction: [{ manifestation: [{ text: "Hives" }], severity: "mild" }, { severity: "severe" }],
  }),
  lab("a", {
    referenceRange: [{ low: { value: 12 }, text: "adults" }],
    interpretation: [status("H")],
    issued: "2026-01-06T10:00:00Z",
  }),
  lab("b", { code: concept("urn:x", "y"), valueQuantity: undefined, valueString: "trace" }),
  report("r", {
    result: [{ reference: "Observation/a" }],
    performer: [{ display: "Central" }],
    category: [status("LAB")],
  }),
  report("s"),
];

const quantity = (value: number, unit: string) => ({
  ...{ value, unit },
  ...{ system: "http://unitsofmeasure.org", code: unit },
});
/** Elements that are read since they were lost, and odd ones, of which only what is right comes out. */
const read = [
  ada({ gender: "Female", birthDate: "soon" }),
  condition("age", { onsetAge: quantity(40, "a"), abatementString: "in spring", recordedDate: "2019-13-45" }),
  medication("lines", {
    intent: "hope",
    doNotPerform: true,
    note: [{ text: "Bleeding risk" }],
    dosageInstruction: [
      {
        timing: {
          repeat: { frequency: 1, period: 1, periodUnit: "wk", dayOfWeek: ["Mon"], timeOfDay: ["8 am"] },
        },
        asNeededCodeableConcept: { text: "wheeze" },
        doseAndRate: [{ doseRange: { low: quantity(4, "mg"), high: quantity(8, "mg") } }],
        maxDosePerPeriod: { numerator: quantity(40, "mg"), denominator: quantity(1, "d") },
      },
      { sequence: 1.5, timing: { repeat: { frequency: 1.5, period: 2, periodUnit: "fortnight", count: 0 } } },
    ],
  }),
  medication("statement", { resourceType: "MedicationStatement", intent: undefined, status: undefined }),
  allergy("odd", {
    category: ["food", "Food"],
    reaction: [{ severity: "fatal", note: [{ text: "noted" }] }],
  }),
  lab("absent", {
    valueQuantity: undefined,
    dataAbsentReason: concept("http://terminology.hl7.org/CodeSystem/data-absent-reason", "unknown"),
  }),
  lab("parts", {
    code: { text: "Urinalysis" },
    valueQuantity: undefined,
    effectiveDateTime: undefined,
    effectivePeriod: { start: "2026-01-05", end: "2026-01-06T08:00:00" },
    component: [
      { code: { text: "pH" }, valueQuantity: { value: 6.5 }, interpretation: [{ text: "Odd" }] },
      { code: { text: "Protein" }, valueInteger: 1.5 },
      { code: { text: "Taken" }, valueTime: "8 am" },
      { code: { text: "Ratio" }, valueRatio: { numerator: quantity(1, "1"), denominator: quantity(8, "1") } },
    ],
  }),
  lab("time", { status: "F", issued: "2026-01-06", code: { coding: [{ system: "urn:a", code: "c" }] } }),
  report("odd", { status: undefined, category: "LAB" }),
];

async function charted(resources = chart) {
  const caller = reader();
  const text = bundleOf(resources).replace('"value":13.5', '"value":13.50');
  const patient_id = (await take(caller, text)).resources[0]?.id ?? "";
  const call = (method: string, query = "", headers: Record<string, string> = accept) =>
    door.call(method, { caller, path: method === "ListPatients" ? {} : { patient_id }, query, headers });
  return { caller, patient_id, call };
}

const methods = ["ListPatients", "GetPatient", "ListProblems", "ListMedications", "ListAllergies", "GetLabs"];

test("every read is valid FHIR R4 for an independent validator", { skip }, async () => {
  const { call, patient_id } = await charted();
  const odd = await charted(read);
  const replies = [];
  for (const method of methods) replies.push(await call(method));
  replies.push(await call("GetLabs", "code=718-7"), await call("ListProblems", "status=resolved"));
  for (const method of methods) replies.push(await odd.call(method));
  for (const { status: code, contentType, headers } of replies) {
    assert.deepEqual([code, contentType], [200, "application/fhir+json; fhirVersion=4.0"]);
    assert.deepEqual([headers["vary"], headers["cache-control"]], ["Accept", "no-store"]);
  }
  const texts = replies.map(({ body }) => JSON.stringify(body));
  assert.deepEqual(
    faultsOf(texts, folder),
    texts.map(() => null),
  );
  assert.equal(
    faultsOf(['{"resourceType":"Patient","birthDate":"yesterday"}'], folder).filter((one) => one !== null)
      .length,
    1,
  );
  assert.doesNotMatch(texts.join(""), /null|\[\]|\{\}/);
  const labs = replies[5]?.body;
  assert.deepEqual([labs.total, labs.entry.length], [4, 4]);
  for (const { fullUrl, resource, search } of labs.entry) {
    assert.equal(fullUrl, `urn:uuid:${resource.id}`);
    assert.deepEqual([search.mode, resource.subject.reference], ["match", `Patient/${patient_id}`]);
  }
  const [patient] = replies[0]?.body.entry ?? [];
  const [identifier] = patient.resource.identifier;
  assert.deepEqual(
    [identifier.system, identifier.value, identifier.type.coding[0].code],
    ["urn:clinic", "MRN-1", "MR"],
  );
});

test("a dose goes out as the number and the unit that it came in as", async () => {
  const { call } = await charted();
  const { body } = await call("ListMedications");
  const doses = body.entry.flatMap(({ resource }: { resource: { dosageInstruction?: object[] } }) =>
    (resource.dosageInstruction ?? []).map((one) => ({ ...one, timing: undefined })),
  );
  assert.deepEqual(doses, [
    {
      ...{ text: "Daily", timing: undefined },
      doseAndRate: [{ doseQuantity: { value: 2, unit: "film coated tablets" } }],
    },
  ]);
});

test("what was imported goes out in FHIR and comes in again unchanged but for its identity", async () => {
  const { call } = await charted();
  const { body } = await call("ListProblems");
  const shown = body.entry.map(({ resource }: { resource: object }) => resource);
  const caller = reader();
  const subject = { reference: "Patient/ada" };
  const report = await take(caller, [ada(), ...shown.map((one: object) => ({ ...one, subject }))]);
  assert.equal(report.counts.created, 3);
});

test("pages of a searchset go on by their link, count the whole, and hold each match once", async () => {
  const { call } = await charted();
  const ids: string[] = [];
  for (let query = "limit=1"; ;) {
    const { body } = await call("GetLabs", query);
    assert.equal(body.total, 4);
    ids.push(...(body.entry ?? []).map(({ resource }: { resource: { id: string } }) => resource.id));
    const next = body.link.find(({ relation }: { relation: string }) => relation === "next");
    if (next === undefined) break;
    query = new URL(next.url).search.slice(1);
  }
  assert.deepEqual([ids.length, new Set(ids).size], [4, 4]);
});

test("the same gate and the same record stand before FHIR; refusals stay problems", async () => {
  const { caller, patient_id } = await charted();
  const off = { ...caller, scopes: [{ resource: "contacts", actions: ["read" as const] }] };
  for (const [who, id, expected] of [
    [off, patient_id, 403],
    [caller, "no-id", 404],
  ] as const) {
    const reply = await door.call("ListProblems", { caller: who, path: { patient_id: id }, headers: accept });
    assert.deepEqual([reply.status, reply.contentType], [expected, "application/problem+json"]);
  }
  assert.deepEqual(
    (await looks(caller)).map(({ outcome }) => outcome),
    ["denied", "not_found"],
  );
});

describe("Accept", () => {
  for (const [header, expected] of [
    [undefined, false],
    ["", false],
    ["*/*", false],
    ["application/json", false],
    ["application/fhir+json", true],
    ["Application/FHIR+JSON; fhirVersion=4.0", true],
    ["application/fhir+json, */*", false],
    ["application/fhir+json, */*;q=0.1", true],
    ["application/fhir+json;q=0.5, application/json;q=0.4", true],
    ["application/fhir+json;q=0.4, application/json;q=0.5", false],
    ["application/fhir+json;q=0", false],
    ["application/fhir+json;q=x", false],
    ["text/html, application/fhir+json;q=0.1", true],
    ["application/fhir+xml", false],
    [",;,q=1", false],
  ] as const)
    test(`${header ?? "absent"} is ${expected ? "FHIR" : "JSON"}`, () =>
      assert.equal(wantsFhir(header), expected));
});
