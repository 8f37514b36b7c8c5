/** Resources as a clinic's system writes them; each takes what a test changes. */
type Rest = Record<string, unknown>;
const SNOMED = "http://snomed.info/sct";
export const status = (code: string) => ({ coding: [{ code }] });
export const concept = (system: string, code: string, display?: string) => ({
  coding: [{ system, code, ...(display === undefined ? {} : { display }) }],
});
const subject = { reference: "Patient/ada" };
const identified = (value: string) => ({ identifier: [{ system: "urn:clinic", value }] });

export const condition = (value: string, rest: Rest = {}): object => ({
  resourceType: "Condition",
  ...identified(value),
  clinicalStatus: status("active"),
  code: concept(SNOMED, "38341003", "Hypertension"),
  subject,
  ...rest,
});

export const medication = (value: string, rest: Rest = {}): object => ({
  resourceType: "MedicationRequest",
  ...identified(value),
  status: "active",
  intent: "order",
  medicationCodeableConcept: { text: "Lisinopril 10 mg" },
  subject,
  ...rest,
});

export const allergy = (value: string, rest: Rest = {}): object => ({
  resourceType: "AllergyIntolerance",
  ...identified(value),
  code: { text: `Allergy ${value}` },
  patient: subject,
  ...rest,
});

export const lab = (value: string, rest: Rest = {}): object => ({
  resourceType: "Observation",
  id: value,
  ...identified(value),
  status: "final",
  category: [status("laboratory")],
  code: concept("http://loinc.org", "718-7", "Hemoglobin"),
  subject,
  effectiveDateTime: "2026-01-05T08:00:00Z",
  valueQuantity: { value: 13.5, unit: "g/dL", code: "g/dL" },
  ...rest,
});

export const report = (value: string, rest: Rest = {}): object => ({
  resourceType: "DiagnosticReport",
  ...identified(value),
  status: "final",
  code: { text: "Blood count" },
  subject,
  ...rest,
});
