const SNOMED = "http://snomed.info/sct";
const LOINC = "http://loinc.org";
const RXNORM = "http://www.nlm.nih.gov/research/umls/rxnorm";
/** System of the examples' identifiers, so that they match no patient of a clinic. */
const SYSTEM = "urn:example:seed";

const concept = (system: string, code: string, display: string) => ({
  coding: [{ system, code, display }],
  text: display,
});
const status = (code: string) => ({ coding: [{ code }] });
const known = (value: string) => [{ system: SYSTEM, value }];

/** The patients, one for each place of the roster; nobody real. */
export const patientExamples = [
  {
    mrn: "SEED-1001",
    status: "active",
    family: "Okonkwo",
    given: "Nneka",
    gender: "female",
    birthDate: "1978-03-09",
  },
  {
    mrn: "SEED-1002",
    status: "inactive",
    family: "Lindqvist",
    given: "Olaf",
    gender: "male",
    birthDate: "1951-11",
  },
  {
    mrn: "SEED-1003",
    status: "pending",
    family: "Moreau",
    given: "Camille",
    gender: "other",
    birthDate: "1990-06-30",
  },
  {
    mrn: "SEED-1004",
    status: "removed",
    family: "Tanaka",
    given: "Ren",
    gender: "unknown",
    birthDate: "2001",
  },
] as const;

const subject = { reference: "Patient/SEED-1001" };
type DaysAgo = (days: number) => string;

/** Resources of the examples, with dates before today. */
export function exampleResources(today: Date): object[] {
  const daysAgo = (days: number) => new Date(today.getTime() - days * 86_400_000).toISOString();
  return [...patients, ...lists(daysAgo), ...laboratory(daysAgo)];
}

const patients = patientExamples.map(({ mrn, family, given, gender, birthDate }) => ({
  resourceType: "Patient",
  id: mrn,
  identifier: [{ ...known(mrn)[0], type: { coding: [{ code: "MR" }] } }],
  name: [{ use: "official", family, given: [given] }],
  gender,
  birthDate,
}));

const lists = (daysAgo: DaysAgo): object[] => [
  {
    resourceType: "Condition",
    identifier: known("condition-1"),
    clinicalStatus: status("active"),
    verificationStatus: status("confirmed"),
    category: [status("problem-list-item")],
    code: concept(SNOMED, "38341003", "Hypertensive disorder"),
    subject,
    recordedDate: daysAgo(900),
  },
  {
    resourceType: "MedicationRequest",
    identifier: known("medication-1"),
    status: "active",
    intent: "order",
    medicationCodeableConcept: concept(RXNORM, "314076", "lisinopril 10 MG Oral Tablet"),
    subject,
    authoredOn: daysAgo(60),
    dosageInstruction: [
      { text: "One tablet each morning", doseAndRate: [{ doseQuantity: { value: 1, unit: "tablet" } }] },
    ],
  },
  {
    resourceType: "AllergyIntolerance",
    identifier: known("allergy-1"),
    clinicalStatus: status("active"),
    criticality: "high",
    category: ["medication"],
    code: concept(SNOMED, "91936005", "Allergy to penicillin"),
    patient: subject,
    reaction: [{ manifestation: [{ text: "Hives" }], severity: "moderate" }],
  },
  {
    resourceType: "AllergyIntolerance",
    identifier: known("allergy-2"),
    clinicalStatus: status("active"),
    code: concept(SNOMED, "716186003", "No known allergy"),
    patient: { reference: "Patient/SEED-1002" },
  },
];

const laboratory = (daysAgo: DaysAgo): object[] => [
  value("observation-1", daysAgo(200), 6.9),
  value("observation-2", daysAgo(20), 6.4),
  {
    resourceType: "DiagnosticReport",
    identifier: known("report-1"),
    status: "final",
    category: [status("LAB")],
    code: concept(LOINC, "55399-0", "Diabetes tracking panel"),
    subject,
    effectiveDateTime: daysAgo(20),
    issued: daysAgo(19),
    performer: [{ display: "Central laboratory" }],
    result: [{ reference: "Observation/observation-2" }],
  },
];

const value = (id: string, effectiveDateTime: string, measured: number): object => ({
  resourceType: "Observation",
  id,
  identifier: known(id),
  status: "final",
  category: [status("laboratory")],
  code: concept(LOINC, "4548-4", "Hemoglobin A1c/Hemoglobin.total in Blood"),
  subject,
  effectiveDateTime,
  valueQuantity: { value: measured, unit: "%", code: "%", system: "http://unitsofmeasure.org" },
  referenceRange: [{ high: { value: 5.6 } }],
  interpretation: [status("H")],
});
