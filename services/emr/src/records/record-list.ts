import { fieldsOf, type ListParameters, type ResourceList } from "@jst/query";
import { shownRecord } from "./shown-record.ts";

/** Entries of the largest page. */
const LIMIT_MAX = 200;

const fields = fieldsOf(
  { name: "rank", kind: "number", sql: "r.rank::float8", notNull: true },
  { name: "instant", kind: "datetime", sql: "r.instant" },
  { name: "id", kind: "uuid", sql: "r.id", notNull: true, sort: false },
);

/** Parameters of a list of one kind of records. */
export interface RecordQuery extends ListParameters {
  status?: string;
}

/** Which records of a patient a list shows. */
export interface RecordsOf {
  teamId: string;
  patientId: string;
  kind: "problem" | "medication" | "allergy" | "report";
  plural: string;
  order?: string;
  /** In FHIR the whole is counted, and each entry says what it was imported as. */
  isFhir?: boolean;
}

/** A list of a patient's records of one kind, also of those that say that there is none. */
export function recordList({
  teamId,
  patientId,
  kind,
  plural,
  order,
  isFhir = false,
}: RecordsOf): ResourceList<RecordQuery> {
  return {
    plural,
    route: `emr.v1.Records/${plural}:${patientId}`,
    from: "emr.records r",
    item: shownRecord(kind, isFhir),
    count: isFhir,
    fields,
    order: order ?? "instant:desc",
    limitMax: LIMIT_MAX,
    where: (params) => [
      `r.team_id = ${params.add(teamId, "uuid")}`,
      `r.patient_id = ${params.add(patientId, "uuid")}`,
      `r.kind = '${kind}'`,
      "r.removed_at is null",
    ],
    filters: {
      status: (status, params) => (status === "all" ? "true" : `r.status = ${params.add(status, "text")}`),
    },
  };
}
