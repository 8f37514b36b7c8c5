import assert from "node:assert/strict";
import { test } from "node:test";
import { concept, medication } from "../testing/chart-samples.ts";
import { ada, reader, testEmr, withoutId } from "../testing/test-emr.ts";

const { door, take } = await testEmr();
const RXNORM = "http://www.nlm.nih.gov/research/umls/rxnorm";

async function charted(...resources: object[]) {
  const caller = reader();
  const report = await take(caller, [ada(), ...resources]);
  const path = { patient_id: report.resources[0]?.id ?? "" };
  const list = async (query = "") => (await door.call("ListMedications", { caller, path, query })).body;
  const chart = async () => (await door.call("GetPatient", { caller, path })).body;
  return { list, chart, report };
}

test("a request and a statement are shown as they were imported", async () => {
  const { list } = await charted(
    medication("request", {
      medicationCodeableConcept: {
        coding: [
          { system: "urn:x", code: "1" },
          { system: RXNORM, code: "314076", display: "lisinopril" },
        ],
      },
      authoredOn: "2025-02-03",
      requester: { display: "Dr. Grey" },
      reasonCode: [{ text: "Pressure" }],
      dosageInstruction: [
        {
          text: "Daily",
          route: { coding: [{ display: "Oral" }] },
          timing: { code: { text: "QD" }, repeat: { boundsPeriod: { start: "2025-02-03", end: "2025-03" } } },
          doseAndRate: [{ doseQuantity: { value: 10, unit: "mg" } }],
        },
      ],
    }),
    medication("statement", {
      resourceType: "MedicationStatement",
      intent: undefined,
      status: "not-taken",
      effectivePeriod: { start: "2024" },
    }),
  );
  const { medications } = await list();
  assert.deepEqual(medications.map(withoutId), [
    {
      code: { system: RXNORM, code: "314076", display: "lisinopril" },
      text: "lisinopril",
      status: "active",
      intent: "order",
      do_not_perform: false,
      dosages: [
        {
          text: "Daily",
          dose: "10 mg",
          rate: null,
          frequency: "QD, from 2025-02-03 until 2025-03",
          as_needed: false,
          as_needed_for: null,
          max_dose: null,
          route: "Oral",
          site: null,
          method: null,
          instructions: null,
        },
      ],
      dosage_text: "Daily",
      dose: "10 mg",
      route: "Oral",
      frequency: "QD, from 2025-02-03 until 2025-03",
      authored_on: "2025-02-03",
      start_date: "2025-02-03",
      end_date: "2025-03",
      prescriber: "Dr. Grey",
      reason: "Pressure",
      note: null,
    },
    {
      code: null,
      text: "Lisinopril 10 mg",
      status: "not-taken",
      intent: null,
      do_not_perform: false,
      dosages: [],
      dosage_text: null,
      dose: null,
      route: null,
      frequency: null,
      authored_on: null,
      start_date: "2024",
      end_date: null,
      prescriber: null,
      reason: null,
      note: null,
    },
  ]);
  assert.equal((await list("status=not-taken")).medications.length, 1);
});

test("a reference leads to a Medication within the resource or in the Bundle, else it is left out", async () => {
  const { report, list } = await charted(
    { resourceType: "Medication", id: "m1", code: { text: "From the Bundle" } },
    medication("a", {
      medicationCodeableConcept: undefined,
      medicationReference: { reference: "Medication/m1" },
    }),
    medication("b", {
      medicationCodeableConcept: undefined,
      contained: [{ resourceType: "Medication", id: "in", code: { text: "Contained" } }],
      medicationReference: { reference: "#in" },
    }),
    medication("c", {
      medicationCodeableConcept: undefined,
      medicationReference: { reference: "Medication/gone" },
    }),
  );
  const { medications } = await list();
  assert.deepEqual(medications.map(({ text }: { text: string }) => text).sort(), [
    "Contained",
    "From the Bundle",
  ]);
  assert.deepEqual(
    report.resources.map(({ reason }) => reason),
    [undefined, "unsupported_type", undefined, undefined, "medication_unresolved"],
  );
});

test("active ones alone are in the chart, and a live statement says that there is none", async () => {
  const over = ["on-hold", "cancelled", "completed", "stopped", "draft", "unknown"];
  const inactive = await charted(...over.map((one) => medication(one, { status: one })));
  assert.equal((await inactive.chart()).medication_status, "no_information");
  assert.equal((await inactive.list()).medications.length, over.length);
  const none = medication("none", {
    medicationCodeableConcept: concept("http://snomed.info/sct", "787481004"),
  });
  assert.equal((await (await charted(none)).chart()).medication_status, "none_known");
  assert.equal((await (await charted(none, medication("one"))).chart()).medication_status, "listed");
});
