import type { TeamTx } from "@jst/db";
import type { ImportedResource, ImportReport } from "../../gen/rpc.ts";
import { subjectOf, type Entry } from "./bundle.ts";
import { findNamed } from "./queries.ts";
import { takePatients } from "./take-patients.ts";
import { takeRecords } from "./take-records.ts";

/** Takes a Bundle's entries into the charts of the transaction's team, and reports on each. */
export async function takeBundle(
  tx: TeamTx,
  entries: readonly Entry[],
  enroll: boolean,
): Promise<ImportReport> {
  await hold(tx);
  const isPatient = ({ type }: Entry): boolean => type === "Patient";
  const { reports, known } = await takePatients(tx, entries.filter(isPatient), enroll);
  const others = entries.filter((entry) => !isPatient(entry));
  const earlier = await findNamed(
    tx,
    others.flatMap(({ resource }) => subjectOf(resource)),
  );
  const patientOf = (names: readonly string[]): string | undefined =>
    names.flatMap((name) => known.get(name) ?? [])[0] ?? names.flatMap((name) => earlier.get(name) ?? [])[0];
  const records = await takeRecords(tx, others, patientOf);
  const resources = entries.map(({ index, type }): ImportedResource => {
    const report = reports.get(index) ?? records.get(index);
    if (report === undefined) throw new Error("An entry of a Bundle has no report.");
    return { index, resource_type: type, ...report };
  });
  return { counts: countsOf(resources), resources };
}

/** Imports into one team follow each other. */
async function hold(tx: TeamTx): Promise<void> {
  const text = "select pg_advisory_xact_lock(hashtextextended('emr import ' || $1, 0))";
  await tx.query({ name: "emr.import.hold", text, values: [tx.context.teamId] });
}

function countsOf(resources: readonly ImportedResource[]): ImportReport["counts"] {
  const counts = { created: 0, changed: 0, unchanged: 0, left_out: 0 };
  for (const { outcome } of resources) counts[outcome] += 1;
  return counts;
}
