import assert from "node:assert/strict";
import { test } from "node:test";
import { allergy, condition, lab, medication, report, status } from "../testing/chart-samples.ts";
import { ada, reader, testEmr } from "../testing/test-emr.ts";

const { door, take } = await testEmr();
const fhir = { accept: "application/fhir+json" };

async function taken(...resources: object[]) {
  const caller = reader();
  const shown = await take(caller, [ada(), ...resources]);
  const path = { patient_id: shown.resources[0]?.id ?? "" };
  const read = async (method: string, headers = {}) =>
    (await door.call(method, { caller, path, headers })).body;
  return { resources: shown.resources.slice(1), read };
}

for (const flag of [true, "true"])
  test(`a request that something must not be given (${typeof flag}) is prohibited everywhere, with its note`, async () => {
    const { read } = await taken(
      medication("no", { doNotPerform: flag, note: [{ text: "Bleeding risk" }] }),
      medication("over", { doNotPerform: flag, status: "completed" }),
    );
    const chart = await read("GetPatient");
    assert.deepEqual(
      [chart.medications, chart.counts.medications, chart.medication_status],
      [[], 0, "no_information"],
    );
    const [prohibited, ...more] = chart.prohibited_medications;
    assert.deepEqual([prohibited.do_not_perform, prohibited.note, more], [true, "Bleeding risk", []]);
    const { medications } = await read("ListMedications");
    assert.ok(medications.every((one: { do_not_perform: boolean }) => one.do_not_perform));
    const { entry } = await read("ListMedications", fhir);
    assert.ok(entry.every(({ resource }: { resource: { doNotPerform: boolean } }) => resource.doNotPerform));
  });

for (const [intent, count] of [
  ["proposal", 0],
  ["option", 0],
  ["plan", 0],
  ["order", 1],
  ["instance-order", 1],
] as const)
  test(`an active request with the intent ${intent} counts as ${count} medications`, async () => {
    const { read } = await taken(medication("m", { intent }));
    assert.equal((await read("GetPatient")).counts.medications, count);
    assert.equal((await read("ListMedications")).medications[0].intent, intent);
  });

const modifierExtension = [{ url: "urn:x:not", valueBoolean: true }];
for (const [resource, path] of [
  [condition("x", { modifierExtension }), "modifierExtension"],
  [condition("x", { implicitRules: "urn:x" }), "implicitRules"],
  [allergy("x", { reaction: [{}, { modifierExtension }] }), "reaction[1].modifierExtension"],
  [
    medication("x", { dosageInstruction: [{ timing: { modifierExtension } }] }),
    "dosageInstruction[0].timing.modifierExtension",
  ],
  [medication("x", { doNotPerform: "perhaps" }), "doNotPerform"],
  [lab("x", { component: [{ modifierExtension }] }), "component[0].modifierExtension"],
  [report("x", { modifierExtension }), "modifierExtension"],
] as const)
  test(`an element that may turn the meaning round leaves the resource out by its path ${path}`, async () => {
    const { resources } = await taken(resource);
    const [told] = resources;
    assert.deepEqual([told?.outcome, told?.reason], ["left_out", "unknown_modifier"]);
    assert.equal(told?.issues?.at(-1)?.path, path);
  });

test("a Medication that was entered in error names no medication", async () => {
  const wrong = { resourceType: "Medication", id: "m", status: "entered-in-error", code: { text: "Wrong" } };
  const { resources } = await taken(
    wrong,
    medication("x", {
      medicationCodeableConcept: undefined,
      medicationReference: { reference: "Medication/m" },
    }),
  );
  assert.equal(resources[1]?.reason, "medication_unresolved");
});

for (const rest of [
  { active: false },
  { link: [{ type: "replaced-by", other: { reference: "Patient/b" } }] },
])
  test(`a Patient with ${Object.keys(rest).join()} that says that nobody uses it is left out`, async () => {
    const { resources } = await take(reader(), [ada(rest)]);
    assert.deepEqual([resources[0]?.outcome, resources[0]?.reason], ["left_out", "not_in_use"]);
  });

test("an active problem without a clinical status is in the list and in the chart; one that is over is not", async () => {
  const { read } = await taken(
    condition("a", { clinicalStatus: undefined }),
    condition("b", { clinicalStatus: undefined, abatementDateTime: "2020" }),
    condition("c", { clinicalStatus: undefined, verificationStatus: status("refuted") }),
  );
  const chart = await read("GetPatient");
  assert.deepEqual([chart.counts.problems, chart.problem_status], [1, "listed"]);
  assert.equal((await read("ListProblems")).problems.length, 3);
});
