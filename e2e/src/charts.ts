import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { jst } from "./fleet.ts";

/** Outcomes of an import. */
export interface ImportReport {
  counts: Record<string, number>;
  resources: { index: number; id?: string; outcome: string; reason?: string }[];
}

/** Imports resources into the team's charts, as an operator does. */
export async function importCharts(slug: string, resources: readonly object[]): Promise<ImportReport> {
  const folder = mkdtempSync(path.join(tmpdir(), "charts-"));
  const file = path.join(folder, "bundle.json");
  const entry = resources.map((resource) => ({ resource }));
  writeFileSync(file, JSON.stringify({ resourceType: "Bundle", type: "collection", entry }));
  try {
    return await jst<ImportReport>("emr", "import", "--team", slug, "--enroll", file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Two patients, of whom the second has two of everything; the id of that one. */
export async function makeCharts(slug: string): Promise<string> {
  const patients = ["1", "2"].map((id) => ({
    resourceType: "Patient",
    id,
    identifier: [{ system: "urn:world", value: id }],
    name: [{ family: "Sample", given: [id] }],
  }));
  const subject = { reference: "Patient/2" };
  const [code, status] = [{ text: "Sample" }, "final"];
  const records = ["1", "2"].flatMap((value) =>
    [
      { resourceType: "Condition", code, subject },
      {
        resourceType: "MedicationRequest",
        status: "active",
        intent: "order",
        medicationCodeableConcept: code,
        subject,
      },
      { resourceType: "AllergyIntolerance", code, patient: subject },
      {
        resourceType: "Observation",
        category: [{ coding: [{ code: "laboratory" }] }],
        status,
        code,
        subject,
        valueString: "trace",
      },
      { resourceType: "DiagnosticReport", status, code, subject },
    ].map((resource) => ({ ...resource, identifier: [{ system: "urn:world", value }] })),
  );
  const { resources } = await importCharts(slug, [...patients, ...records]);
  return resources[1]?.id ?? "";
}
