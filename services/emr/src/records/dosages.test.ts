import assert from "node:assert/strict";
import { test } from "node:test";
import { medication } from "../testing/chart-samples.ts";
import { ada, reader, testEmr } from "../testing/test-emr.ts";

const { door, take } = await testEmr();

/** The only medication as JSON, and in FHIR, after an import of these lines. */
async function readBack(dosageInstruction: unknown) {
  const caller = reader();
  const { resources } = await take(caller, [ada(), medication("m", { dosageInstruction })]);
  assert.deepEqual(resources[1]?.issues, []);
  const path = { patient_id: resources[0]?.id ?? "" };
  const fhir = await door.call("ListMedications", {
    caller,
    path,
    headers: { accept: "application/fhir+json" },
  });
  const chart = await door.call("GetPatient", { caller, path });
  const [shown] = (await door.call("ListMedications", { caller, path })).body.medications;
  assert.deepEqual(chart.body.medications, [shown]);
  assert.deepEqual(fhir.body.entry[0].resource.dosageInstruction, dosageInstruction);
  return shown;
}

const dose = (value: number, unit: string) => [{ doseQuantity: { value, unit } }];
const every = (frequency: number, period: number, periodUnit: string) => ({
  repeat: { frequency, period, periodUnit },
});
const quantity = (value: number, unit: string) => ({ value, unit });

for (const [what, line, shown] of [
  [
    "weekly methotrexate",
    { timing: every(1, 1, "wk"), doseAndRate: dose(15, "mg") },
    { dose: "15 mg", frequency: "once a week", text: "15 mg, once a week" },
  ],
  [
    "oxycodone as needed, at most four a day",
    {
      asNeededBoolean: true,
      timing: every(1, 6, "h"),
      doseAndRate: dose(1, "tablet"),
      maxDosePerPeriod: { numerator: quantity(4, "tablet"), denominator: quantity(1, "d") },
    },
    {
      dose: "1 tablet",
      frequency: "every 6 hours, as needed",
      as_needed: true,
      max_dose: "at most 4 tablet per day",
      text: "1 tablet, every 6 hours, as needed, at most 4 tablet per day",
    },
  ],
  [
    "salbutamol for wheeze",
    { asNeededCodeableConcept: { text: "wheeze" }, timing: { code: { coding: [{ code: "Q4H" }] } } },
    {
      frequency: "Q4H, as needed for wheeze",
      as_needed: true,
      as_needed_for: "wheeze",
      text: "Q4H, as needed for wheeze",
    },
  ],
  [
    "insulin in a range",
    {
      doseAndRate: [{ doseRange: { low: quantity(4, "U"), high: quantity(8, "U") } }],
      timing: { repeat: { when: ["ACM"] } },
    },
    { dose: "4 to 8 U", frequency: "before breakfast", text: "4 to 8 U, before breakfast" },
  ],
  [
    "a line as Synthea writes it",
    {
      sequence: 1,
      asNeededBoolean: false,
      timing: every(2, 1, "d"),
      doseAndRate: [{ doseQuantity: { value: 1 } }],
    },
    { dose: "1", frequency: "2 times a day", as_needed: false, text: "1, 2 times a day" },
  ],
  [
    "an infusion with its instructions",
    {
      additionalInstruction: [{ text: "With water" }],
      route: { text: "IV" },
      doseAndRate: [{ rateRatio: { numerator: quantity(100, "mL"), denominator: quantity(1, "h") } }],
    },
    {
      rate: "100 mL per hour",
      route: "IV",
      instructions: "With water",
      text: "at 100 mL per hour IV, With water",
    },
  ],
] as const)
  test(`the only line of a dosage says everything that was written: ${what}`, async () => {
    const read = await readBack([line]);
    const nothing = {
      ...{ dose: null, rate: null, frequency: null, as_needed: false, as_needed_for: null, max_dose: null },
      ...{ route: null, site: null, method: null, instructions: null },
    };
    assert.deepEqual(read.dosages, [{ ...nothing, ...shown }]);
    const [only] = read.dosages;
    assert.deepEqual(
      [read.dosage_text, read.dose, read.route, read.frequency],
      [only.text, only.dose, only.route, only.frequency],
    );
  });

test("all lines of a dosage that changes are shown in their order, and none stands for the others", async () => {
  const lines = [1, 2, 3].map((sequence) => ({
    sequence,
    text: `${["40", "20", "10"][sequence - 1] ?? ""} mg daily for 3 days`,
    doseAndRate: dose(80 / 2 ** sequence, "mg"),
  }));
  const read = await readBack(lines);
  assert.deepEqual(
    read.dosages.map((one: { dose: string }) => one.dose),
    ["40 mg", "20 mg", "10 mg"],
  );
  assert.equal(read.dosage_text, "40 mg daily for 3 days\n20 mg daily for 3 days\n10 mg daily for 3 days");
  assert.deepEqual([read.dose, read.frequency, read.route], [null, null, null]);
});
