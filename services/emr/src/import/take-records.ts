import { uuidv7, type TeamTx } from "@jst/db";
import type { ImportedResource } from "../../gen/rpc.ts";
import { spellingsOf, type Entry } from "./bundle.ts";
import type { Json } from "./fhir/json.ts";
import { keyOf, mapRecord, type MappedRecord } from "./map-record.ts";
import { digestOf, outcomeOf, type StoredIdentity } from "./outcome.ts";
import { findRecords, writeRecords, type RecordRow } from "./queries.ts";
import { writeParts } from "./write-parts.ts";
import { findResults, resultKey, settle, writeResults, type NamedResult } from "./report-results.ts";

type Report = Omit<ImportedResource, "index" | "resource_type">;

/** Imports other resources into the charts of their subjects; returns each outcome. */
export async function takeRecords(
  tx: TeamTx,
  entries: readonly Entry[],
  patientOf: (names: readonly string[]) => string | undefined,
): Promise<Map<number, Report>> {
  const reports = new Map<number, Report>();
  const surroundings = { patientOf, medications: medicationsIn(entries) };
  const records = entries.flatMap((entry) => {
    const record = mapRecord(entry, surroundings);
    if ("entry" in record) return [record];
    reports.set(entry.index, { outcome: "left_out", ...record, issues: [...record.issues] });
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
  await writeParts(tx, [...rows.values()]);
  await writeResults(tx, await resultsOf(tx, rows, named));
  await settle(tx, [...touched]);
  return reports;
}

/** Decides on the outcome of a record, and on its stored members. */
function taken(
  { mapped, patientId, lastUpdated, removal, issues, ...identity }: MappedRecord,
  stored: ReadonlyMap<string, StoredIdentity>,
): { report: Report; now: StoredIdentity | undefined } {
  const before = stored.get(keyOf(identity));
  const incoming = { digest: digestOf(mapped ?? null), lastUpdated, isRemoved: mapped === undefined };
  const { outcome, reason } = outcomeOf(before, { ...incoming, removal });
  const isKept = outcome === "left_out" && before === undefined;
  const id = before?.id ?? uuidv7();
  const named = { ...(isKept ? {} : { id }), patient_id: patientId, outcome, ...(reason && { reason }) };
  const report = { ...named, issues: [...issues] };
  if (outcome === "left_out") return { report, now: undefined };
  const now = { ...incoming, lastUpdated: lastUpdated ?? before?.lastUpdated ?? null, id, patientId };
  return { report, now };
}

function medicationsIn(entries: readonly Entry[]): Map<string, Json> {
  const medications = entries.filter(({ type }) => type === "Medication");
  return new Map(
    medications.flatMap(({ references, resource }) => references.map((name) => [name, resource] as const)),
  );
}

/** The results that the reports name: in the same Bundle, else of an earlier import. */
async function resultsOf(
  tx: TeamTx,
  rows: ReadonlyMap<string, RecordRow>,
  named: ReadonlyMap<string, string>,
): Promise<{ reportId: string; recordIds: string[] }[]> {
  const reports = [...rows.values()].flatMap(({ id, patientId, mapped }) =>
    mapped?.kind === "report" ? [{ id, patientId, results: mapped.results.map(spellingsOf) }] : [],
  );
  const inBundle = (spellings: readonly string[]) => spellings.flatMap((one) => named.get(one) ?? [])[0];
  const others = reports.flatMap(({ patientId, results }) =>
    results.filter((one) => inBundle(one) === undefined).flatMap((one) => namedIn(one, patientId)),
  );
  const earlier = await findResults(tx, others);
  return reports.map(({ id, patientId, results }) => {
    const found = results.flatMap(
      (one) => inBundle(one) ?? namedIn(one, patientId).flatMap((name) => earlier.get(resultKey(name)) ?? []),
    );
    return { reportId: id, recordIds: [...new Set(found)] };
  });
}

/** The result as `Type/id` names it; nothing of a name of another form. */
function namedIn(spellings: readonly string[], patientId: string): NamedResult[] {
  const [type, resourceId, ...more] = (spellings.at(-1) ?? "").split("/");
  if (type === undefined || resourceId === undefined || more.length > 0) return [];
  return [{ patientId, type, resourceId }];
}
