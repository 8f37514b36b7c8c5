import { uuidv7, type TeamTx } from "@jst/db";
import type { ImportedResource } from "../../gen/rpc.ts";
import { identifierName, type Entry } from "./bundle.ts";
import { identifiersOf } from "./fhir/codes.ts";
import { elements } from "./fhir/elements.ts";
import { Invalid, isIndexed } from "./fhir/invalid.ts";
import { Issues } from "./fhir/issues.ts";
import { objectIn } from "./fhir/json.ts";
import { isReplaced, unknownModifier, unreadModifier } from "./fhir/modifiers.ts";
import { patientOf, type MappedPatient } from "./fhir/patient.ts";
import { digestOf, lastUpdatedOf, outcomeOf, type Reason, type StoredIdentity } from "./outcome.ts";
import { findPatients, insertReferences, writePatients, type PatientRow } from "./queries.ts";

type Report = Omit<ImportedResource, "index" | "resource_type">;

interface Mapped {
  entry: Entry;
  patient: MappedPatient;
  lastUpdated: string | null;
  issues: Issues;
}

/** Imports the Patients of a Bundle; returns each outcome, and the patients by their keys. */
export async function takePatients(
  tx: TeamTx,
  entries: readonly Entry[],
  enroll: boolean,
): Promise<{ reports: Map<number, Report>; known: Map<string, string> }> {
  const reports = new Map<number, Report>();
  const mapped = entries.flatMap((entry) => mapPatient(entry, reports));
  const stored = await findPatients(
    tx,
    mapped.map(({ patient }) => patient),
  );
  const known = new Map<string, string>();
  const rows = new Map<string, PatientRow>();
  for (const { entry, patient, lastUpdated, issues } of mapped) {
    const key = identifierName(patient);
    const before = stored.get(key);
    const incoming = { digest: digestOf(patient), lastUpdated, isRemoved: false };
    const { outcome, reason } = outcomeOf(before, incoming);
    const id = before?.id ?? uuidv7();
    const told = { id, patient_id: id, outcome, ...(reason && { reason }), issues: issues.found };
    reports.set(entry.index, told);
    for (const name of namesOf(entry)) known.set(name, id);
    if (outcome === "left_out") continue;
    const now: StoredIdentity = {
      ...incoming,
      lastUpdated: lastUpdated ?? before?.lastUpdated ?? null,
      id,
      patientId: id,
    };
    stored.set(key, now);
    rows.set(key, { ...patient, ...now });
  }
  await writePatients(tx, [...rows.values()], enroll);
  await insertReferences(
    tx,
    [...known].filter(([name]) => isIndexed(name)),
  );
  return { reports, known };
}

function mapPatient(entry: Entry, reports: Map<number, Report>): Mapped[] {
  const issues = new Issues();
  const leaveOut = (reason: Reason): Mapped[] => {
    reports.set(entry.index, { outcome: "left_out", reason, issues: issues.found });
    return [];
  };
  const { resource } = entry;
  const read = objectIn(elements["Patient"]?.(resource, "", issues));
  const modifier = unknownModifier(resource) ?? unreadModifier(resource, read);
  if (modifier !== undefined) issues.add(modifier, "unknown_modifier");
  if (modifier !== undefined) return leaveOut("unknown_modifier");
  if (isReplaced(resource, read)) return leaveOut("not_in_use");
  try {
    const patient = patientOf({ ...read, identifier: resource["identifier"] });
    if (patient === undefined) return leaveOut("no_identifier");
    return [{ entry, patient, lastUpdated: lastUpdatedOf(resource, issues), issues }];
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    issues.add(error.path, error.code);
    return leaveOut("invalid");
  }
}

function namesOf({ references, resource }: Entry): string[] {
  return [...references, ...identifiersOf(resource).map(identifierName)];
}
