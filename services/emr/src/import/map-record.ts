import type { ImportIssue } from "../../gen/rpc.ts";
import { conceptOf, subjectOf, type Entry } from "./bundle.ts";
import { allergyOf } from "./fhir/allergy.ts";
import { firstCode, identifierOf } from "./fhir/codes.ts";
import { concept } from "./fhir/datatypes.ts";
import { elements } from "./fhir/elements.ts";
import { indexed, Invalid } from "./fhir/invalid.ts";
import { Issues } from "./fhir/issues.ts";
import { objectIn, objectsIn, textIn, type Json } from "./fhir/json.ts";
import { analyteOf, isLaboratory, reportOf } from "./fhir/laboratory.ts";
import { medicationOf } from "./fhir/medication.ts";
import { unknownModifier, unreadModifier } from "./fhir/modifiers.ts";
import { problemOf } from "./fhir/problem.ts";
import type { Mapped } from "./fhir/record.ts";
import { lastUpdatedOf, type Reason } from "./outcome.ts";

/** Key by which an import recognizes a resource. */
export interface Identity {
  resourceType: string;
  system: string;
  value: string;
}

/** One text per identity. */
export function keyOf({ resourceType, system, value }: Identity): string {
  return JSON.stringify([resourceType, system, value]);
}

/** A resource of a patient's chart; `mapped` is absent of one that the chart has no longer, for the reason. */
export interface MappedRecord extends Identity {
  entry: Entry;
  patientId: string;
  lastUpdated: string | null;
  mapped: Mapped | undefined;
  removal: Reason | undefined;
  issues: readonly ImportIssue[];
}

/** A resource that is left out, and its members that the report names. */
export interface LeftOut {
  reason: Reason;
  issues: readonly ImportIssue[];
}

/** Parts of a Bundle by which patients and medications are found. */
export interface Surroundings {
  /** The patient whom the first of these names leads to. */
  patientOf: (names: readonly string[]) => string | undefined;
  medications: ReadonlyMap<string, Json>;
}

/** Maps the resource as it is stored, or answers why it is left out. */
export function mapRecord(entry: Entry, surroundings: Surroundings): MappedRecord | LeftOut {
  const { type, resource } = entry;
  const issues = new Issues();
  const leftOut = (reason: Reason): LeftOut => ({ reason, issues: issues.found });
  if (type === null || type === "Patient" || !Object.hasOwn(elements, type))
    return leftOut("unsupported_type");
  if (type === "Observation" && !isLaboratory(resource)) return leftOut("not_laboratory");
  const patientId = surroundings.patientOf(subjectOf(resource));
  if (patientId === undefined) {
    issues.add(
      resource["subject"] == null && resource["patient"] != null ? "patient" : "subject",
      "unresolved",
    );
    return leftOut("patient_not_found");
  }
  try {
    const identity = identityOf(type, resource, patientId);
    if (identity === undefined) return leftOut("no_identifier");
    const read = readElements(type, entry.resource, issues);
    const { mapped, removal } = mapRead(type, entry, read, surroundings, issues);
    if (mapped === undefined && !isRemoval(removal)) return leftOut(removal);
    const lastUpdated = lastUpdatedOf(resource, issues);
    return { ...identity, entry, patientId, lastUpdated, mapped, removal, issues: issues.found };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    issues.add(error.path, error.code);
    return leftOut("invalid");
  }
}

/** Reasons for which what is stored of a resource leaves the chart. */
function isRemoval(reason: Reason | undefined): boolean {
  return reason === "entered_in_error" || reason === "no_result";
}

function readElements(type: string, resource: Json, issues: Issues): Json {
  return objectIn(elements[type]?.(resource, "", issues));
}

function mapRead(
  type: string,
  { resource }: Entry,
  read: Json,
  { medications }: Surroundings,
  issues: Issues,
): { mapped: Mapped; removal: undefined } | { mapped: undefined; removal: Reason } {
  const without = (removal: Reason) => ({ mapped: undefined, removal });
  if (isInError(type, read)) return without("entered_in_error");
  const modifier = unknownModifier(resource) ?? unreadModifier(resource, read);
  if (modifier !== undefined) {
    issues.add(modifier, "unknown_modifier");
    return without("unknown_modifier");
  }
  requireStatus(type, resource, issues);
  if (type === "Condition") return { mapped: problemOf(read), removal: undefined };
  if (type === "AllergyIntolerance") return { mapped: allergyOf(read), removal: undefined };
  if (type === "DiagnosticReport")
    return { mapped: reportOf(read, objectsIn(resource["result"])), removal: undefined };
  if (type === "Observation") {
    const mapped = analyteOf(read);
    const isShown = mapped.counts || mapped.parts.some(({ counts }) => counts);
    return isShown ? { mapped, removal: undefined } : without("no_result");
  }
  const found = conceptOf(resource, medications);
  if (found === undefined) return without("medication_unresolved");
  const medicationCodeableConcept =
    read["medicationCodeableConcept"] ??
    (found.concept == null ? undefined : concept(found.concept, found.path, issues));
  return { mapped: medicationOf({ ...read, medicationCodeableConcept }, type), removal: undefined };
}

/** Members that FHIR wants of each; without one the fact stays, and the report names it. */
function requireStatus(type: string, resource: Json, issues: Issues): void {
  const isVerified = type === "Condition" || type === "AllergyIntolerance";
  const required = [...(isVerified ? [] : ["status"]), ...(type === "MedicationRequest" ? ["intent"] : [])];
  for (const name of required) if (resource[name] == null) issues.add(name, "required");
}

function identityOf(resourceType: string, resource: Json, patientId: string): Identity | undefined {
  const identifier = identifierOf(resource);
  if (identifier !== undefined) {
    // Without a system a number is one of this patient's alone: another's may be the same.
    const system = identifier.system === "" ? `Patient/${patientId}#identifier` : identifier.system;
    return {
      resourceType,
      system: indexed(system, "identifier[0].system"),
      value: indexed(identifier.value, "identifier[0].value"),
    };
  }
  const id = textIn(resource["id"]);
  return id === null ? undefined : { resourceType, system: `Patient/${patientId}`, value: indexed(id, "id") };
}

function isInError(type: string, read: Json): boolean {
  const isVerified = type === "Condition" || type === "AllergyIntolerance";
  const status = isVerified ? firstCode(read["verificationStatus"]) : read["status"];
  return status === "entered-in-error";
}
