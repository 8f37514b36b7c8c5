import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestReply } from "@jst/testing";
import { testEmr } from "../testing/test-emr.ts";
import { heartRate, loinc, wellnessOf, wellnessTeam } from "../testing/wellness-samples.ts";

const { door } = await testEmr();
const { consent, observe } = wellnessOf(door);
const { service, contact } = wellnessTeam();
await consent(service, contact, { categories: ["vitals", "activity", "sleep", "body", "glucose"] });

const faultsOf = ({ body }: TestReply) =>
  (body as { errors: { field: string; code: string; message: string }[] }).errors;
const measured = (code: string, value: number, unit: string) =>
  observe(service, heartRate(contact, { code: loinc(code), value, unit }));

for (const [code, value, unit, fault, advice] of [
  ["59408-5", 0.97, "%", "too_small", /percentage, not a fraction/],
  ["8310-5", 310.15, "Cel", "too_large", /Kelvin are not accepted/],
  ["8310-5", 98.6, "Cel", "too_large", /\[degF\]/],
  ["8310-5", 37, "[degF]", "too_small", /send Cel/],
  ["29463-7", 70_000, "kg", "too_large", /send g\./],
  ["29463-7", 70, "g", "too_small", /send kg/],
  ["8302-2", 1.75, "cm", "too_small", /not metres/],
  ["8867-4", 6_000, "/min", "too_large", /10 to 400/],
  ["8867-4", 0, "/min", "too_small", /10 to 400/],
  ["93832-4", 480, "h", "too_large", /send min/],
  ["2339-0", 5.5, "mg/dL", "too_small", /mmol\/L/],
  ["2339-0", 99, "mmol/L", "too_large", /mg\/dL/],
] as const)
  test(`a number that nobody has is refused with the unit that was probably meant: ${code} = ${value} ${unit}`, async () => {
    const reply = await measured(code, value, unit);
    const [first, ...more] = faultsOf(reply);
    assert.deepEqual([reply.status, first?.field, first?.code, more], [422, "value", fault, []]);
    assert.match(first?.message ?? "", advice);
  });

for (const [code, value, unit] of [
  ["8867-4", 64, "{beats}/min"],
  ["8867-4", 64, "1/min"],
  ["9279-1", 14, "{breaths}/min"],
  ["55423-8", 0, "{steps}"],
  ["2339-0", 5.5, "mmol/L"],
  ["59408-5", 97, "%"],
  ["8310-5", 98.6, "[degF]"],
  ["93832-4", 480, "min"],
] as const)
  test(`a number that somebody has is stored with its unit as sent: ${code} = ${value} ${unit}`, async () => {
    const { status, body } = await measured(code, value, unit);
    assert.deepEqual([status, body.value, body.unit], [201, value, unit]);
  });

for (const [systolic, diastolic, status] of [
  [120, 80, 201],
  [80, 120, 422],
  [16, 10.7, 422],
] as const)
  test(`a blood pressure of ${systolic} over ${diastolic} is answered ${status}`, async () => {
    const part = (code: string, value: number) => ({ code: loinc(code), value, unit: "mm[Hg]" });
    const components = [part("8480-6", systolic), part("8462-4", diastolic)];
    const pressure = heartRate(contact, {
      code: loinc("85354-9"),
      value: undefined,
      unit: undefined,
      components,
    });
    assert.equal((await observe(service, pressure)).status, status);
  });

test("a code of LOINC is known however its system is written", async () => {
  for (const system of ["http://loinc.org/", "urn:oid:2.16.840.1.113883.6.1", "https://loinc.org"]) {
    const code = { system, code: "8867-4" };
    assert.equal((await observe(service, heartRate(contact, { code, value: 6_000 }))).status, 422);
    const { body } = await observe(service, heartRate(contact, { code }));
    assert.deepEqual([body.category, body.code.system], ["vitals", "http://loinc.org"]);
  }
});
