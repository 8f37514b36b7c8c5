import { uuidv7, type TeamTx } from "@jst/db";
import type { Mapped } from "./fhir/record.ts";
import { keyOf } from "./map-record.ts";
import { digestOf } from "./outcome.ts";
import { findRecords, writeRecords, type RecordRow } from "./queries.ts";

/** Type of a result within another one, in place of that of a resource. */
const PART_TYPE = "Observation.component";

/** Writes the results within the results; those that a later version has no longer leave the chart (clinical.labs). */
export async function writeParts(tx: TeamTx, rows: readonly RecordRow[]): Promise<void> {
  const parents = rows.filter(({ resourceType }) => resourceType === "Observation");
  if (parents.length === 0) return;
  const drafts = parents.flatMap((parent) =>
    (parent.mapped?.parts ?? []).map((mapped, place) => draftOf(parent, mapped, place)),
  );
  const stored = drafts.length === 0 ? new Map<string, never>() : await findRecords(tx, drafts);
  const parts = drafts.map((draft) => ({ ...draft, id: stored.get(keyOf(draft))?.id ?? uuidv7() }));
  await tx.query({
    name: "emr.import.remove_parts",
    text: `update emr.records r set removed_at = now(), updated_at = now(), version = r.version + 1,
  is_latest = false, digest = sha256('')
where r.team_id = $1 and r.parent_id = any($2::uuid[]) and r.id <> all($3::uuid[]) and r.removed_at is null`,
    values: [tx.context.teamId, parents.map(({ id }) => id), parts.map(({ id }) => id)],
  });
  await writeRecords(tx, parts);
}

function draftOf(parent: RecordRow, mapped: Mapped, place: number): RecordRow {
  const { patientId, lastUpdated, system, value, id } = parent;
  return {
    entry: undefined,
    resourceType: PART_TYPE,
    system,
    value: `${value}#${place}`,
    patientId,
    lastUpdated,
    mapped,
    id: "",
    digest: digestOf(mapped),
    isRemoved: false,
    parentId: id,
  };
}
