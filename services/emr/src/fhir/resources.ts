import { Decimal, objectIn, objectsIn, type Json } from "../import/fhir/json.ts";
import { unknownMember } from "../import/fhir/systems.ts";

const HL7 = "http://terminology.hl7.org/CodeSystem";

/** A resource as FHIR R4 has it, of an entry as the API shows it; members that say nothing are dropped later. */
export type ToFhir = (entry: Json, patientId: string) => Json;

const concept = ({ code, text }: Json): Json => ({ coding: [objectIn(code)], text });
const coded = (system: string, code: unknown): Json | null =>
  code == null ? null : { coding: [{ system: `${HL7}/${system}`, code }] };
const worded = (text: unknown): Json => ({ text });
const subjectOf = (patientId: string): Json => ({ reference: `Patient/${patientId}` });

/** A roster entry as a Patient. */
export const patientToFhir: ToFhir = (entry) => {
  const { text, family, given } = objectIn(entry["name"]);
  const dead = entry["deceased_at"] == null ? { deceasedBoolean: entry["deceased"] } : {};
  return {
    resourceType: "Patient",
    id: entry["id"],
    identifier: [{ type: coded("v2-0203", "MR"), system: entry["mrn_system"], value: entry["mrn"] }],
    name: [{ text, family, given }],
    gender: entry["sex"],
    birthDate: entry["birth_date"],
    deceasedDateTime: entry["deceased_at"],
    ...dead,
  };
};

/** The resource as it was read, with the id that it has here; of records of an earlier release, `earlier`. */
function stored(
  resourceType: string,
  subject: "subject" | "patient",
  earlier: ToFhir,
  more: Json = {},
): ToFhir {
  return (entry, patientId) => {
    const fhir = objectIn(entry["fhir"]);
    if (Object.keys(fhir).length === 0) return earlier(entry, patientId);
    return { resourceType, id: entry["id"], ...more, ...fhir, [subject]: subjectOf(patientId) };
  };
}

/** A problem as a Condition. */
const earlierProblem: ToFhir = (entry, patientId) => ({
  resourceType: "Condition",
  id: entry["id"],
  clinicalStatus: coded("condition-clinical", entry["clinical_status"]),
  verificationStatus: coded("condition-ver-status", entry["verification_status"]),
  category: [coded("condition-category", entry["category"])],
  severity: worded(entry["severity"]),
  code: concept(entry),
  subject: subjectOf(patientId),
  onsetDateTime: entry["onset_date"],
  abatementDateTime: entry["abatement_date"],
  recordedDate: entry["recorded_at"],
  note: [worded(entry["note"])],
});

/** A medication as the MedicationRequest or MedicationStatement that it was imported as. */
const earlierMedication: ToFhir = (entry, patientId) => {
  const isRequest = entry["resource_type"] === "MedicationRequest";
  const period = { start: entry["start_date"], end: entry["end_date"] };
  const timing = { code: worded(entry["frequency"]), repeat: isRequest ? { boundsPeriod: period } : null };
  const dosage = [
    {
      text: entry["dosage_text"],
      timing,
      route: worded(entry["route"]),
      doseAndRate: [doseOf(entry["dose"])],
    },
  ];
  const shared = {
    id: entry["id"],
    status: entry["status"],
    medicationCodeableConcept: concept(entry),
    subject: subjectOf(patientId),
    reasonCode: [worded(entry["reason"])],
  };
  if (!isRequest)
    return {
      resourceType: "MedicationStatement",
      ...shared,
      effectivePeriod: period,
      dateAsserted: entry["authored_on"],
      dosage,
    };
  return {
    resourceType: "MedicationRequest",
    ...shared,
    intent: entry["intent"],
    authoredOn: entry["authored_on"],
    requester: { display: entry["prescriber"] },
    dosageInstruction: dosage,
  };
};

/** A dose is a number and its unit. */
function doseOf(dose: unknown): Json | null {
  if (typeof dose !== "string") return null;
  const [value = "", ...unit] = dose.split(" ");
  return { doseQuantity: { value: new Decimal(value), unit: unit.join(" ") } };
}

/** An allergy as an AllergyIntolerance. */
const earlierAllergy: ToFhir = (entry, patientId) => ({
  resourceType: "AllergyIntolerance",
  id: entry["id"],
  clinicalStatus: coded("allergyintolerance-clinical", entry["clinical_status"]),
  verificationStatus: coded("allergyintolerance-verification", entry["verification_status"]),
  type: entry["type"],
  category: entry["category"],
  criticality: entry["criticality"],
  code: concept(entry),
  patient: subjectOf(patientId),
  onsetDateTime: entry["onset_date"],
  recordedDate: entry["recorded_at"],
  // A reaction must have a manifestation.
  reaction: objectsIn(entry["reactions"])
    .filter(({ manifestation }) => manifestation != null)
    .map(({ manifestation, severity }) => ({ manifestation: [worded(manifestation)], severity })),
});

/** An analyte's value as an Observation. */
const earlierAnalyte: ToFhir = (entry, patientId) => {
  const { value, value_text: text, comparator, unit } = entry;
  const { low, high, text: range } = objectIn(entry["reference_range"]);
  return {
    resourceType: "Observation",
    id: entry["id"],
    status: entry["status"],
    category: [coded("observation-category", "laboratory")],
    code: concept(entry),
    subject: subjectOf(patientId),
    effectiveDateTime: entry["effective_at"],
    issued: instantIn(entry["issued_at"]),
    ...(value == null ? { valueString: text } : { valueQuantity: { value, comparator, unit } }),
    interpretation: [coded("v3-ObservationInterpretation", entry["interpretation"])],
    referenceRange: [{ low: { value: low }, high: { value: high }, text: range }],
  };
};

/** The head of a report as a DiagnosticReport. */
const earlierReport: ToFhir = (entry, patientId) => ({
  resourceType: "DiagnosticReport",
  id: entry["id"],
  status: entry["status"],
  category: [
    { coding: [{ system: `${HL7}/v2-0074`, code: entry["category"] }].filter(({ code }) => code != null) },
  ],
  code: concept(entry),
  subject: subjectOf(patientId),
  effectiveDateTime: entry["effective_at"],
  issued: instantIn(entry["issued_at"]),
  performer: [{ display: entry["performer"] }],
});

/** FHIR's instant has a time, so a date without one is left out. */
function instantIn(value: unknown): unknown {
  return typeof value === "string" && value.includes("T") ? value : null;
}

export const problemToFhir = stored("Condition", "subject", earlierProblem);
/** An allergy; one that has no clinical status is said to have an unknown one. */
export const allergyToFhir = stored("AllergyIntolerance", "patient", earlierAllergy, {
  clinicalStatus: unknownMember,
});
export const analyteToFhir = stored("Observation", "subject", earlierAnalyte);
export const reportToFhir = stored("DiagnosticReport", "subject", earlierReport);

const request = stored("MedicationRequest", "subject", earlierMedication);
const statement = stored("MedicationStatement", "subject", earlierMedication);

/** A medication as the MedicationRequest or MedicationStatement that it was imported as. */
export const medicationToFhir: ToFhir = (entry, patientId) => {
  if (entry["resource_type"] !== "MedicationRequest") return statement(entry, patientId);
  const resource = request(entry, patientId);
  return resource["intent"] == null ? { ...resource, _intent: unknownMember } : resource;
};
