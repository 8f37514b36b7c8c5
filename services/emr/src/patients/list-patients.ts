import { fieldsOf, resourcePage, type ResourceList } from "@jst/query";
import { asSearchset, inJson, isFhir } from "../fhir/answer.ts";
import { patientToFhir } from "../fhir/resources.ts";
import type { Handler, ListPatientsQuery } from "../../gen/rpc.ts";
import { FHIR_MEMBERS, IS_ENROLLED, ROSTER_MEMBERS } from "./roster-entry.ts";

/** Patients of the largest page. */
const LIMIT_MAX = 200;

const fields = fieldsOf(
  { name: "name", kind: "text", sql: "p.sort_name" },
  { name: "updated_at", kind: "datetime", sql: "p.updated_at", notNull: true },
  { name: "id", kind: "uuid", sql: "p.id", notNull: true, sort: false },
);

/** Answers one page of the enrolled patients, active ones where no status is asked for (clinical.roster). */
export const listPatients: Handler<"ListPatients"> = async ({ query }, call) => {
  const isWanted = isFhir(call);
  const list = patientList(call.caller.team_id, isWanted);
  const body = await resourcePage(list, { status: "active" as const, ...query }, call);
  if (!isWanted) return inJson(body);
  const members = { patients: patientToFhir };
  return asSearchset(body, { path: "/api/v1/emr/patients", query, patientId: "", members }, call);
};

const patientList = (teamId: string, inFhir: boolean): ResourceList<ListPatientsQuery> => ({
  plural: "patients",
  route: "emr.v1.Patients/ListPatients",
  from: "emr.patients p",
  item: `json_build_object(${inFhir ? FHIR_MEMBERS : ROSTER_MEMBERS})`,
  count: inFhir,
  fields,
  order: "name:asc",
  limitMax: LIMIT_MAX,
  texts: [
    "p.name ->> 'text'",
    "p.name ->> 'family'",
    "array_to_string(array(select jsonb_array_elements_text(p.name -> 'given')), ' ')",
    "p.identifier_value",
  ],
  where: (params) => [`p.team_id = ${params.add(teamId, "uuid")}`, IS_ENROLLED],
  filters: {
    status: (status, params) => (status === "all" ? "true" : `p.status = ${params.add(status, "text")}`),
    birth_date: (date, params) => `p.birth_date = ${params.add(date, "text")}`,
  },
});
