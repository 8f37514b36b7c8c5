import { notFound } from "@jst/errors";
import type { Call, Reply } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import { asResource, inJson, isFhir } from "../fhir/answer.ts";
import { patientToFhir } from "../fhir/resources.ts";
import type { Handler } from "../../gen/rpc.ts";
import { shownRecord } from "../records/shown-record.ts";
import { hasLabs, patientIdOf } from "./require-enrolled.ts";
import { FHIR_MEMBERS, IS_ENROLLED, ROSTER_MEMBERS } from "./roster-entry.ts";

/** Entries of each list that a summary shows. */
const SHOWN = 20;

/** Answers the chart summary of an enrolled patient in one statement (clinical.chart). */
export const getPatient: Handler<"GetPatient"> = async ({ path }, call) => {
  if (isFhir(call)) return inFhir(path.patient_id, call);
  const [row] = await call.read<{ chart: string }>({
    name: "emr.patients.chart",
    text: CHART,
    values: [call.caller.team_id, patientIdOf(path.patient_id), hasLabs(call)],
  });
  if (row === undefined) throw notFound();
  return inJson(`${row.chart.slice(0, -1)},"generated_at":"${new Date().toISOString()}"}`);
};

/** The patient alone: FHIR has other resources for the rest of a chart. */
async function inFhir(asked: string, call: Call<Deps>): Promise<Reply> {
  const [row] = await call.read<{ entry: string }>({
    name: "emr.patients.fhir",
    text: `select json_build_object(${FHIR_MEMBERS})::text as entry from emr.patients p
where p.team_id = $1 and p.id = $2 and ${IS_ENROLLED}`,
    values: [call.caller.team_id, patientIdOf(asked)],
  });
  if (row === undefined) throw notFound();
  return asResource(row.entry, patientToFhir);
}

const OF_PATIENT = "r.team_id = p.team_id and r.patient_id = p.id and r.removed_at is null";

type ListedKind = "problem" | "medication" | "allergy";

/** The first active ones of a kind, or those that a condition picks, as a JSON array. */
const list = (kind: ListedKind, which = "r.is_active"): string => `coalesce((
    select jsonb_agg(l.shown order by l.rank, l.instant desc nulls last, l.id desc)
    from (
      select ${shownRecord(kind)} as shown, r.id, r.rank, r.instant from emr.records r
      where ${OF_PATIENT} and r.kind = '${kind}' and ${which}
      order by r.rank, r.instant desc nulls last, r.id desc limit ${SHOWN}
    ) l), '[]')`;

/** Requests in force that something must not be given. */
const PROHIBITED = "r.status = 'active' and (r.item ->> 'do_not_perform')::boolean";

/**
 * Returns the chart's statement about a whole list: an explicit "none" counts, nothing is inferred
 * (clinical.none-known).
 */
const status = (kind: string): string =>
  `case when c.${kind} > 0 then 'listed' when c.no_${kind} then 'none_known' else 'no_information' end`;

const count = (kind: string): string =>
  `count(*) filter (where r.kind = '${kind}' and r.is_active) as ${kind},
    coalesce(bool_or(r.is_none_known) filter (where r.kind = '${kind}'), false) as no_${kind}`;

const CHART = `select (jsonb_build_object(${ROSTER_MEMBERS},
  'problems', ${list("problem")}, 'medications', ${list("medication")}, 'allergies', ${list("allergy")},
  'prohibited_medications', ${list("medication", PROHIBITED)},
  'problem_status', ${status("problem")}, 'medication_status', ${status("medication")},
  'allergy_status', ${status("allergy")},
  'counts', jsonb_build_object('problems', c.problem, 'medications', c.medication, 'allergies', c.allergy)
    || case when $3 then jsonb_build_object('labs', l.labs, 'reports', c.report) else '{}' end)
  || case when $3 then jsonb_build_object('last_lab_at', l.last) else '{}' end)::text as chart
from emr.patients p
cross join lateral (
  select ${["problem", "medication", "allergy", "report"].map(count).join(",\n    ")}
  from emr.records r where ${OF_PATIENT} and (r.is_active or r.is_none_known)
) c
cross join lateral (
  select count(*) as labs, (array_agg(r.item ->> 'effective_at' order by r.instant desc nulls last, r.id desc))[1] as last
  from emr.records r where ${OF_PATIENT} and r.is_latest
) l
where p.team_id = $1 and p.id = $2 and ${IS_ENROLLED}`;
