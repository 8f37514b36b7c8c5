import type { TeamTx } from "@jst/db";
import { inBatches } from "./queries.ts";

/** A result of a report, by the type and the id of its resource. */
export interface NamedResult {
  patientId: string;
  type: string;
  resourceId: string;
}

/** One text per result that a report names. */
export const resultKey = ({ patientId, type, resourceId }: NamedResult): string =>
  JSON.stringify([patientId, type, resourceId]);

/** The stored records that reports name, of earlier imports; a name of two of the patient's leads to none. */
export async function findResults(tx: TeamTx, named: readonly NamedResult[]): Promise<Map<string, string>> {
  if (named.length === 0) return new Map();
  const rows = await tx.query<{ patient_id: string; resource_type: string; resource_id: string; id: string }>(
    {
      name: "emr.import.find_results",
      text: `select r.patient_id, r.resource_type, r.resource_id, min(r.id::text) as id
from (select distinct patient_id, type, id from unnest($2::uuid[], $3::text[], $4::text[]) n (patient_id, type, id)) n
join emr.records r on r.patient_id = n.patient_id and r.resource_type = n.type and r.resource_id = n.id
where r.team_id = $1
group by r.patient_id, r.resource_type, r.resource_id having count(*) = 1`,
      values: [
        tx.context.teamId,
        named.map(({ patientId }) => patientId),
        named.map(({ type }) => type),
        named.map(({ resourceId }) => resourceId),
      ],
    },
  );
  return new Map(
    rows.map(({ patient_id: patientId, resource_type: type, resource_id: resourceId, id }) => [
      resultKey({ patientId, type, resourceId }),
      id,
    ]),
  );
}

/** Writes which results reports name, in place of what they named before. */
export async function writeResults(
  tx: TeamTx,
  reports: readonly { reportId: string; recordIds: string[] }[],
): Promise<void> {
  if (reports.length === 0) return;
  await tx.query({
    name: "emr.import.forget_results",
    text: "delete from emr.report_results r where r.team_id = $1 and r.report_id = any($2::uuid[])",
    values: [tx.context.teamId, reports.map(({ reportId }) => reportId)],
  });
  const values = reports.flatMap(({ reportId: report_id, recordIds }) =>
    recordIds.map((record_id) => ({ report_id, record_id })),
  );
  await inBatches(tx, values, (json) => ({
    name: "emr.import.write_results",
    // A twin that was entered in error is not stored.
    text: `insert into emr.report_results (team_id, report_id, record_id)
select $1, e.report_id, e.record_id from jsonb_to_recordset($2::jsonb) as e (report_id uuid, record_id uuid)
join emr.records r on r.team_id = $1 and r.id = e.record_id`,
    values: [tx.context.teamId, json],
  }));
}

/** Works out, of these patients, which result of each analyte is the latest, and which report names each result. */
export async function settle(tx: TeamTx, patientIds: readonly string[]): Promise<void> {
  if (patientIds.length === 0) return;
  const values = [tx.context.teamId, patientIds];
  await tx.query({ name: "emr.import.settle_latest", text: SETTLE_LATEST, values });
  await tx.query({ name: "emr.import.settle_reports", text: SETTLE_REPORTS, values });
}

// Each row is looked at once and found by its key: the statistics know nothing of what the transaction has written.
const SETTLE_LATEST = `with ranked as materialized (
  select c.id, c.is_latest, c.stands and row_number() over (
    partition by c.patient_id, c.analyte, c.stands
    order by (c.item ->> 'absent_reason') is not null, c.instant desc nulls last, c.issued desc nulls last, c.id desc) = 1 as is_wanted
  from (
    select r.*, r.counts and r.removed_at is null as stands from emr.records r
    where r.team_id = $1 and r.patient_id = any($2::uuid[]) and r.kind = 'analyte'
  ) c
)
update emr.records r set is_latest = k.is_wanted
from ranked k
where r.team_id = $1 and r.id = k.id and k.is_latest <> k.is_wanted`;

const SETTLE_REPORTS = `with named as materialized (
  select a.id, a.report_id as before, (
    select n.report_id from emr.report_results n
    join emr.records p on p.team_id = n.team_id and p.id = n.report_id
    where n.team_id = $1 and n.record_id = coalesce(a.parent_id, a.id) and p.removed_at is null
    order by p.instant desc nulls last, p.id desc limit 1) as report_id
  from emr.records a
  where a.team_id = $1 and a.patient_id = any($2::uuid[]) and a.kind = 'analyte'
)
update emr.records r set report_id = k.report_id
from named k
where r.team_id = $1 and r.id = k.id and k.before is distinct from k.report_id`;
