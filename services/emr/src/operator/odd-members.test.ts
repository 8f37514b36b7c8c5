import assert from "node:assert/strict";
import { test } from "node:test";
import { allergy, condition, lab, medication, report, status } from "../testing/chart-samples.ts";
import { ada, reader, testEmr } from "../testing/test-emr.ts";

const { door, take } = await testEmr();

async function taken(resource: object) {
  const caller = reader();
  const { resources } = await take(caller, [ada(), resource]);
  const path = { patient_id: resources[0]?.id ?? "" };
  const read = async (method: string) => (await door.call(method, { caller, path })).body;
  return { told: resources[1], read };
}
const named = (told: { issues?: { path: string; code: string }[] } | undefined) =>
  (told?.issues ?? []).map(({ path, code }) => `${path} ${code}`);

for (const [what, resource, issues, list, member, shown] of [
  [
    "a category in another case",
    allergy("a", { category: ["food", "Food"] }),
    ["category[1] repaired"],
    "allergies",
    "category",
    ["food", "food"],
  ],
  [
    "an unknown category",
    allergy("a", { category: ["food", "people"] }),
    ["category[1] unknown_code"],
    "allergies",
    "category",
    ["food"],
  ],
  [
    "a category that is no list",
    allergy("a", { category: "food" }),
    ["category repaired"],
    "allergies",
    "category",
    ["food"],
  ],
  [
    "a clinical status in another case",
    allergy("a", { clinicalStatus: status("Active") }),
    ["clinicalStatus.coding[0].code repaired"],
    "allergies",
    "clinical_status",
    "active",
  ],
  [
    "a type in another case",
    allergy("a", { type: "Allergy" }),
    ["type repaired"],
    "allergies",
    "type",
    "allergy",
  ],
  [
    "an unknown severity",
    allergy("a", { reaction: [{ manifestation: [{ text: "Hives" }], severity: "fatal" }] }),
    ["reaction[0].severity unknown_code"],
    "allergies",
    "criticality",
    null,
  ],
  [
    "an impossible date",
    allergy("a", { recordedDate: "2019-13-45" }),
    ["recordedDate invalid_date"],
    "allergies",
    "recorded_at",
    null,
  ],
  [
    "a verification in another case",
    condition("c", { verificationStatus: status("Confirmed") }),
    ["verificationStatus.coding[0].code repaired"],
    "problems",
    "verification_status",
    "confirmed",
  ],
  [
    "a verification in words",
    condition("c", { verificationStatus: { text: "Confirmed" } }),
    ["verificationStatus repaired"],
    "problems",
    "verification_status",
    "confirmed",
  ],
  [
    "an unknown clinical status",
    condition("c", { clinicalStatus: status("strange") }),
    ["clinicalStatus.coding[0].code unknown_code"],
    "problems",
    "clinical_status",
    null,
  ],
  [
    "a 30 February",
    condition("c", { onsetDateTime: "2026-02-30" }),
    ["onsetDateTime invalid_date"],
    "problems",
    "onset_date",
    null,
  ],
  [
    "a year 0",
    condition("c", { onsetDateTime: "0000" }),
    ["onsetDateTime invalid_date"],
    "problems",
    "onset_date",
    null,
  ],
  [
    "a code that is a text",
    condition("c", { code: "Diabetes" }),
    ["code repaired"],
    "problems",
    "text",
    "Diabetes",
  ],
  [
    "a version of no time",
    condition("c", { meta: { lastUpdated: "soon" } }),
    ["meta.lastUpdated invalid_date"],
    "problems",
    "text",
    "Hypertension",
  ],
  [
    "an intent in another case",
    medication("m", { intent: "Order" }),
    ["intent repaired"],
    "medications",
    "intent",
    "order",
  ],
  [
    "an unknown intent",
    medication("m", { intent: "hope" }),
    ["intent unknown_code"],
    "medications",
    "intent",
    null,
  ],
  [
    "a status of statements",
    medication("m", { status: "not-taken" }),
    ["status unknown_code"],
    "medications",
    "status",
    "unknown",
  ],
  [
    "no status",
    medication("m", { status: undefined }),
    ["status required"],
    "medications",
    "status",
    "unknown",
  ],
  [
    "a time without a zone",
    lab("l", { effectiveDateTime: "2026-01-05T08:00:00" }),
    ["effectiveDateTime repaired"],
    "analytes",
    "effective_at",
    "2026-01-05",
  ],
  [
    "a number in quotes",
    lab("l", { valueQuantity: { value: "6.90", unit: "mmol/L" } }),
    ["valueQuantity.value repaired"],
    "analytes",
    "value",
    6.9,
  ],
  ["an unknown status", lab("l", { status: "F" }), ["status unknown_code"], "analytes", "status", "unknown"],
  [
    "a status in another case",
    report("r", { status: "Final" }),
    ["status repaired"],
    "reports",
    "status",
    "final",
  ],
] as const)
  test(`${what} is repaired where it can mean one thing, else null; the fact stays and the report has the path`, async () => {
    const { told, read } = await taken(resource);
    assert.deepEqual([told?.outcome, named(told)], ["created", [...issues]]);
    const methods = { allergies: "ListAllergies", problems: "ListProblems", medications: "ListMedications" };
    const method = list in methods ? methods[list as keyof typeof methods] : "GetLabs";
    const [entry] = (await read(method))[list];
    assert.deepEqual(entry[member], shown);
  });

test("a patient whose sex, birthday or name is odd is taken with the rest of the file", async () => {
  const caller = reader();
  const odd = ada({ gender: "Female", birthDate: "1815-13-10", name: [{ family: 7, given: "Ada" }] });
  const { resources } = await take(caller, [odd, condition("c")]);
  assert.deepEqual(
    resources.map(({ outcome }) => outcome),
    ["created", "created"],
  );
  assert.deepEqual(named(resources[0]), [
    "name[0].family invalid_type",
    "name[0].given repaired",
    "gender repaired",
    "birthDate invalid_date",
  ]);
});

test("a report names a member by its path and repeats no value", async () => {
  const { told } = await taken(allergy("a", { type: "SECRET", recordedDate: "SECRET", code: "SECRET" }));
  assert.doesNotMatch(JSON.stringify(told), /SECRET/);
});

test("a part of how often, how much or between what is never shown in place of the whole", async () => {
  const timing = { repeat: { frequency: 1.5, period: 1, periodUnit: "d", boundsPeriod: { start: "2026" } } };
  const low = { value: "few", unit: "U" };
  const doseRange = { low, high: { value: 8, unit: "U" } };
  const dosageInstruction = [{ timing, doseAndRate: [{ doseRange }] }];
  const dosed = await taken(medication("m", { dosageInstruction }));
  const [{ dose, frequency }] = (await dosed.read("ListMedications")).medications;
  assert.deepEqual([dose, frequency], [null, "from 2026"]);
  assert.deepEqual(named(dosed.told), [
    "dosageInstruction[0].timing.repeat.frequency invalid_type",
    "dosageInstruction[0].doseAndRate[0].doseRange.low.value invalid_type",
  ]);
  const measured = await taken(lab("l", { referenceRange: [{ low, high: { value: 8 } }] }));
  const [{ reference_range, reference_ranges }] = (await measured.read("GetLabs")).analytes;
  assert.deepEqual([reference_range, reference_ranges], [null, []]);
});
