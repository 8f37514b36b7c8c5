/** Patients with one of everything each, the same ones each time; `filler` makes the file as large as it shall be. */
export function generatedCharts(patients: number, filler = ""): object[] {
  return Array.from({ length: patients }, (_, n) => chartOf(n, filler)).flat();
}

function chartOf(n: number, filler: string): object[] {
  const subject = { reference: `Patient/g${n}` };
  const identified = (kind: string) => ({ identifier: [{ system: "urn:generated", value: `${kind}-${n}` }] });
  const extension = [{ url: "urn:filler", valueString: filler }];
  return [
    {
      resourceType: "Patient",
      id: `g${n}`,
      ...identified("patient"),
      name: [{ use: "official", family: `Family${n}`, given: [`Given${n}`] }],
      gender: ["male", "female", "other", "unknown"][n % 4],
      birthDate: ["1980", "1980-05", "1980-05-06"][n % 3],
      extension,
    },
    { resourceType: "Condition", ...identified("problem"), code: { text: `Problem ${n}` }, subject },
    {
      resourceType: n % 2 === 0 ? "MedicationRequest" : "MedicationStatement",
      ...identified("medication"),
      status: "active",
      ...(n % 2 === 0 ? { intent: "order" } : {}),
      medicationCodeableConcept: { text: `Tablet ${n}` },
      subject,
    },
    {
      resourceType: "AllergyIntolerance",
      ...identified("allergy"),
      code: { text: "Dust" },
      patient: subject,
    },
    { ...lab(n, "a", "718-7"), ...identified("a"), subject },
    { ...lab(n, "b", "4548-4"), ...identified("b"), subject },
    {
      resourceType: "DiagnosticReport",
      ...identified("report"),
      status: "final",
      code: { text: "Blood count" },
      subject,
      result: [{ reference: `Observation/a${n}` }],
    },
  ];
}

const lab = (n: number, kind: string, code: string) => ({
  resourceType: "Observation",
  id: `${kind}${n}`,
  status: n % 7 === 0 ? "corrected" : "final",
  category: [{ coding: [{ code: "laboratory" }] }],
  code: { coding: [{ system: "http://loinc.org", code }] },
  effectiveDateTime: `2026-01-${String((n % 28) + 1).padStart(2, "0")}T08:00:00+0${n % 10}:00`,
  valueQuantity: { value: 5 + (n % 9), unit: "g/dL" },
});
