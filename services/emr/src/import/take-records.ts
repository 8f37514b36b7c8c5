import { uuidv7, type TeamTx } from "@jst/db";
import type { ImportedResource } from "../../gen/rpc.ts";
import { spellingsOf, type Entry } from "./bundle.ts";
import type { Json } from "./fhir/json.ts";
import { mapRecord, type Identity, type MappedRecord } from "./map-record.ts";
import { digestOf, outcomeOf, type Stored } from "./outcome.ts";
import { findRecords, writeRecords, writeResults, settle, type RecordRow } from "./queries.ts";

type Report = Omit<ImportedResource, "index" | "resource_type">;

/** Takes what is not a Patient into the charts of those it is about; answers what became of each. */
export async function takeRecords(
  tx: TeamTx,
  entries: readonly Entry[],
  patientOf: (names: readonly string[]) => string | undefined,
): Promise<Map<number, Report>> {
  const reports = new Map<number, Report>();
  const surroundings = { patientOf, medications: medicationsIn(entries) };
  const records = entries.flatMap((entry) => {
    const record = mapRecord(entry, surroundings);
    if (typeof record !== "string") return [record];
    reports.set(entry.index, { outcome: "left_out", reason: record });
    return [];
  });
  const stored = await findRecords(tx, records);
  const rows = new Map<string, RecordRow>();
  const [named, touched] = [new Map<string, string>(), new Set<string>()];
  for (const record of records) {
    const { report, now } = taken(record, stored);
    reports.set(record.entry.index, report);
    const { id } = report;
    if (id !== undefined) for (const name of record.entry.references) named.set(name, id);
    if (now === undefined) continue;
    touched.add(record.patientId).add(stored.get(keyOf(record))?.patientId ?? record.patientId);
    stored.set(keyOf(record), now);
    rows.set(keyOf(record), { ...record, ...now });
  }
  await writeRecords(tx, [...rows.values()]);
  await writeResults(tx, resultsOf(rows, named));
  await settle(tx, [...touched]);
  return reports;
}

/** What becomes of a record, and what is stored of it from now on, where it is. */
function taken(
  { mapped, patientId, lastUpdated, ...identity }: MappedRecord,
  stored: ReadonlyMap<string, Stored>,
): { report: Report; now: Stored | undefined } {
  const before = stored.get(keyOf(identity));
  const incoming = { digest: digestOf(mapped ?? null), lastUpdated, isRemoved: mapped === undefined };
  const { outcome, reason } = outcomeOf(before, incoming);
  const isKept = outcome === "left_out" && before === undefined;
  const id = before?.id ?? uuidv7();
  const report = { ...(isKept ? {} : { id }), patient_id: patientId, outcome, ...(reason && { reason }) };
  if (outcome === "left_out") return { report, now: undefined };
  const now = { ...incoming, lastUpdated: lastUpdated ?? before?.lastUpdated ?? null, id, patientId };
  return { report, now };
}

/** One text per identity. */
export function keyOf({ resourceType, system, value }: Identity): string {
  return JSON.stringify([resourceType, system, value]);
}

function medicationsIn(entries: readonly Entry[]): Map<string, Json> {
  const medications = entries.filter(({ type }) => type === "Medication");
  return new Map(
    medications.flatMap(({ references, resource }) => references.map((name) => [name, resource] as const)),
  );
}

/** The results that the reports name, of those that stand in the same Bundle. */
function resultsOf(
  rows: ReadonlyMap<string, RecordRow>,
  named: ReadonlyMap<string, string>,
): { reportId: string; recordIds: string[] }[] {
  return [...rows.values()].flatMap(({ id, mapped }) => {
    if (mapped?.kind !== "report") return [];
    const found = mapped.results.map((reference) =>
      spellingsOf(reference).flatMap((spelling) => named.get(spelling) ?? []),
    );
    return [{ reportId: id, recordIds: [...new Set(found.flatMap(([first]) => first ?? []))] }];
  });
}
