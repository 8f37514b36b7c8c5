import { instant, type Statement, type TeamTx } from "@jst/db";
import { identifierName, type Entry } from "./bundle.ts";
import { isIndexed } from "./fhir/invalid.ts";
import { textIn } from "./fhir/json.ts";
import type { MappedPatient } from "./fhir/patient.ts";
import { keyOf, type Identity, type MappedRecord } from "./map-record.ts";
import type { StoredIdentity } from "./outcome.ts";

/** A patient as it is written. */
export type PatientRow = MappedPatient & StoredIdentity;
/** A record as it is written. */
export type RecordRow = Omit<MappedRecord, "removal" | "issues" | "entry"> &
  StoredIdentity & { entry: Entry | undefined; parentId?: string };

/** Rows of one statement. */
const BATCH = 1_000;

interface StoredRow extends Record<string, unknown> {
  id: string;
  digest: string;
  last_updated: string | null;
  is_removed: boolean;
  patient_id: string;
  resource_type: string;
  identifier_system: string;
  identifier_value: string;
}

const storedOf = (row: StoredRow): StoredIdentity => ({
  id: row.id,
  digest: row.digest,
  lastUpdated: row.last_updated,
  isRemoved: row.is_removed,
  patientId: row.patient_id,
});

const LAST_UPDATED = `${instant("t.last_updated")} as last_updated`;

/** The stored patients with these identifiers, by identifierName. */
export async function findPatients(
  tx: TeamTx,
  patients: readonly MappedPatient[],
): Promise<Map<string, StoredIdentity>> {
  const rows = await tx.query<StoredRow>({
    name: "emr.import.find_patients",
    text: `select t.id, encode(t.digest, 'hex') as digest, ${LAST_UPDATED}, false as is_removed, t.id as patient_id,
  t.identifier_system, t.identifier_value
from emr.patients t join unnest($2::text[], $3::text[]) i (system, value)
  on t.identifier_system = i.system and t.identifier_value = i.value
where t.team_id = $1`,
    values: [tx.context.teamId, patients.map(({ system }) => system), patients.map(({ value }) => value)],
  });
  return new Map(
    rows.map((row) => [
      identifierName({ system: row.identifier_system, value: row.identifier_value }),
      storedOf(row),
    ]),
  );
}

/** The stored records with these identities. */
export async function findRecords(
  tx: TeamTx,
  records: readonly Identity[],
): Promise<Map<string, StoredIdentity>> {
  const rows = await tx.query<StoredRow>({
    name: "emr.import.find_records",
    text: `select t.id, encode(t.digest, 'hex') as digest, ${LAST_UPDATED}, t.removed_at is not null as is_removed,
  t.patient_id, t.resource_type, t.identifier_system, t.identifier_value
from emr.records t join unnest($2::text[], $3::text[], $4::text[]) i (type, system, value)
  on t.resource_type = i.type and t.identifier_system = i.system and t.identifier_value = i.value
where t.team_id = $1`,
    values: [
      tx.context.teamId,
      records.map(({ resourceType }) => resourceType),
      records.map(({ system }) => system),
      records.map(({ value }) => value),
    ],
  });
  return new Map(
    rows.map((row) => [
      keyOf({
        resourceType: row.resource_type,
        system: row.identifier_system,
        value: row.identifier_value,
      }),
      storedOf(row),
    ]),
  );
}

/** Patients whom these names lead to, of earlier imports; a name of two patients leads to none. */
export async function findNamed(tx: TeamTx, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ reference: string; patient_id: string }>({
    name: "emr.import.find_named",
    text: `select r.reference, (min(r.patient_id::text))::uuid as patient_id from emr.patient_references r
where r.team_id = $1 and r.reference = any($2::text[])
group by r.reference having count(*) = 1`,
    values: [tx.context.teamId, [...new Set(names)]],
  });
  return new Map(rows.map((row) => [row.reference, row.patient_id]));
}

/** Writes patients; the roster of those who are there already stays as it is. */
export function writePatients(tx: TeamTx, rows: readonly PatientRow[], enroll: boolean): Promise<void> {
  const values = rows.map((row) => ({
    id: row.id,
    identifier_system: row.system,
    identifier_value: row.value,
    name: row.name,
    sort_name: row.sortName,
    birth_date: row.birthDate,
    sex: row.sex,
    deceased: row.deceased,
    deceased_at: row.deceasedAt,
    digest: `\\x${row.digest}`,
    last_updated: row.lastUpdated,
  }));
  return inBatches(tx, values, (json) => ({
    name: "emr.import.write_patients",
    text: WRITE_PATIENTS,
    values: [tx.context.teamId, json, enroll],
  }));
}

const WRITE_PATIENTS = `insert into emr.patients as p (team_id, id, identifier_system, identifier_value, name, sort_name,
  birth_date, sex, deceased, deceased_at, digest, last_updated, status, enrolled_at)
select $1, e.*, case when $3 then 'active' else 'pending' end, case when $3 then now() end
from jsonb_to_recordset($2::jsonb) as e (id uuid, identifier_system text, identifier_value text, name jsonb,
  sort_name text, birth_date text, sex text, deceased boolean, deceased_at text, digest bytea,
  last_updated timestamptz)
on conflict (team_id, identifier_system, identifier_value) do update set
  name = excluded.name, sort_name = excluded.sort_name, birth_date = excluded.birth_date, sex = excluded.sex,
  deceased = excluded.deceased, deceased_at = excluded.deceased_at, last_updated = excluded.last_updated,
  version = p.version + (p.digest <> excluded.digest)::integer,
  updated_at = case when p.digest = excluded.digest then p.updated_at else now() end,
  digest = excluded.digest`;

/** Remembers by what names later resources find the patients. */
export function insertReferences(
  tx: TeamTx,
  names: readonly (readonly [reference: string, patientId: string])[],
): Promise<void> {
  const values = names.map(([reference, patient_id]) => ({ reference, patient_id }));
  return inBatches(tx, values, (json) => ({
    name: "emr.import.insert_references",
    text: `insert into emr.patient_references (team_id, reference, patient_id)
select $1, e.reference, e.patient_id from jsonb_to_recordset($2::jsonb) as e (reference text, patient_id uuid)
on conflict do nothing`,
    values: [tx.context.teamId, json],
  }));
}

/** Writes records; of one that was entered in error only that. */
export async function writeRecords(tx: TeamTx, rows: readonly RecordRow[]): Promise<void> {
  const removed = rows.filter(({ mapped }) => mapped === undefined);
  if (removed.length > 0)
    await tx.query({
      name: "emr.import.remove_records",
      text: `update emr.records r set removed_at = now(), updated_at = now(), version = r.version + 1,
  is_latest = false, digest = sha256(''), last_updated = e.last_updated
from unnest($2::uuid[], $3::timestamptz[]) e (id, last_updated)
where r.team_id = $1 and r.id = e.id`,
      values: [tx.context.teamId, removed.map(({ id }) => id), removed.map((row) => row.lastUpdated)],
    });
  const values = rows.flatMap(({ mapped, ...row }) => {
    if (mapped === undefined) return [];
    return {
      id: row.id,
      patient_id: row.patientId,
      kind: mapped.kind,
      resource_type: row.resourceType,
      identifier_system: row.system,
      identifier_value: row.value,
      resource_id: resourceIdOf(row),
      parent_id: row.parentId ?? null,
      item: mapped.item,
      fhir: mapped.fhir,
      status: mapped.status,
      is_active: mapped.isActive,
      is_none_known: mapped.isNoneKnown,
      counts: mapped.counts,
      analyte: mapped.analyte,
      rank: mapped.rank,
      instant: mapped.instant,
      issued: mapped.issued,
      result_count: mapped.resultCount,
      digest: `\\x${row.digest}`,
      last_updated: row.lastUpdated,
    };
  });
  await inBatches(tx, values, (json) => ({
    name: "emr.import.write_records",
    text: WRITE_RECORDS,
    values: [tx.context.teamId, json],
  }));
}

/** Returns the id by which reports of other files may name it. */
function resourceIdOf({ entry }: Pick<RecordRow, "entry">): string | null {
  const id = textIn(entry?.resource["id"]);
  return id !== null && isIndexed(id) ? id : null;
}

const MEMBERS = `patient_id, kind, resource_id, parent_id, item, fhir, status, is_active, is_none_known, counts, analyte, rank, instant, issued,
  result_count, last_updated`;
const replaced = MEMBERS.split(/,\s*/).map((name) => `${name} = excluded.${name}`);

const WRITE_RECORDS = `insert into emr.records as r (team_id, id, resource_type, identifier_system, identifier_value,
  digest, ${MEMBERS})
select $1, e.id, e.resource_type, e.identifier_system, e.identifier_value, e.digest, ${MEMBERS}
from jsonb_to_recordset($2::jsonb) as e (id uuid, patient_id uuid, kind text, resource_type text,
  resource_id text, parent_id uuid, identifier_system text, identifier_value text, item jsonb, fhir jsonb, status text, is_active boolean, is_none_known boolean,
  counts boolean, analyte text, rank smallint, instant timestamptz, issued timestamptz, result_count integer,
  digest bytea, last_updated timestamptz)
on conflict (team_id, resource_type, identifier_system, identifier_value) do update set ${replaced.join(", ")},
  version = r.version + (r.digest <> excluded.digest or r.removed_at is not null)::integer,
  updated_at = case when r.digest = excluded.digest and r.removed_at is null then r.updated_at else now() end,
  digest = excluded.digest, removed_at = null`;

/** Writes the values in statements of a thousand each. */
export async function inBatches(
  tx: TeamTx,
  values: readonly object[],
  statement: (json: string) => Statement,
): Promise<void> {
  for (let at = 0; at < values.length; at += BATCH)
    await tx.query(statement(JSON.stringify(values.slice(at, at + BATCH))));
}
