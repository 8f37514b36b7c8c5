import { conceptOf, subjectOf, type Entry } from "./bundle.ts";
import { firstCode, identifierOf } from "./fhir/codes.ts";
import { allergyOf } from "./fhir/allergy.ts";
import { indexed, Invalid } from "./fhir/invalid.ts";
import { textIn, type Json } from "./fhir/json.ts";
import { analyteOf, isLaboratory, reportOf } from "./fhir/laboratory.ts";
import { medicationOf } from "./fhir/medication.ts";
import { problemOf } from "./fhir/problem.ts";
import type { Mapped } from "./fhir/record.ts";
import { lastUpdatedOf, type Reason } from "./outcome.ts";

/** What an import knows a resource by. */
export interface Identity {
  resourceType: string;
  system: string;
  value: string;
}

/** A resource of a patient's chart; `mapped` is absent of one that was entered in error. */
export interface MappedRecord extends Identity {
  entry: Entry;
  patientId: string;
  lastUpdated: string | null;
  mapped: Mapped | undefined;
}

const mappers: Readonly<Record<string, (resource: Json, concept: unknown) => Mapped>> = {
  Condition: problemOf,
  MedicationRequest: medicationOf,
  MedicationStatement: medicationOf,
  AllergyIntolerance: allergyOf,
  Observation: analyteOf,
  DiagnosticReport: reportOf,
};

/** What a Bundle has to find patients and medications by. */
export interface Surroundings {
  /** The patient whom the first of these names leads to. */
  patientOf: (names: readonly string[]) => string | undefined;
  medications: ReadonlyMap<string, Json>;
}

/** The resource as it is stored, or why it is left out. */
export function mapRecord(entry: Entry, { patientOf, medications }: Surroundings): MappedRecord | Reason {
  const { type, resource } = entry;
  const map = type !== null && Object.hasOwn(mappers, type) ? mappers[type] : undefined;
  if (type === null || map === undefined) return "unsupported_type";
  if (type === "Observation" && !isLaboratory(resource)) return "not_laboratory";
  const patientId = patientOf(subjectOf(resource));
  if (patientId === undefined) return "patient_not_found";
  try {
    const identity = identityOf(type, resource, patientId);
    if (identity === undefined) return "no_identifier";
    const record = { ...identity, entry, patientId, lastUpdated: lastUpdatedOf(resource) };
    if (isInError(type, resource)) return { ...record, mapped: undefined };
    const isMedication = type.startsWith("Medication");
    const concept = isMedication ? conceptOf(resource, medications) : undefined;
    if (isMedication && concept === undefined) return "medication_unresolved";
    return { ...record, mapped: map(resource, concept) };
  } catch (error) {
    if (error instanceof Invalid) return "invalid";
    throw error;
  }
}

function identityOf(resourceType: string, resource: Json, patientId: string): Identity | undefined {
  const identifier = identifierOf(resource);
  if (identifier !== undefined) {
    // Without a system a number is one of this patient's alone: another's may be the same.
    const system = identifier.system === "" ? `Patient/${patientId}#identifier` : identifier.system;
    return { resourceType, system: indexed(system), value: indexed(identifier.value) };
  }
  const id = textIn(resource["id"]);
  return id === null ? undefined : { resourceType, system: `Patient/${patientId}`, value: indexed(id) };
}

function isInError(type: string, resource: Json): boolean {
  const isVerified = type === "Condition" || type === "AllergyIntolerance";
  const status = isVerified ? firstCode(resource["verificationStatus"]) : resource["status"];
  return status === "entered-in-error";
}
