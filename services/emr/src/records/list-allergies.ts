import { resourcePage } from "@jst/query";
import { asSearchset, inJson, isFhir } from "../fhir/answer.ts";
import { allergyToFhir } from "../fhir/resources.ts";
import type { Handler } from "../../gen/rpc.ts";
import { gatedBy, patientIdOf } from "../patients/require-enrolled.ts";
import { recordList } from "./record-list.ts";

/** Answers one page of an enrolled patient's allergies (clinical.allergies). */
export const listAllergies: Handler<"ListAllergies"> = async (
  { path: { patient_id: asked }, query },
  call,
) => {
  const patientId = patientIdOf(asked);
  const isFhirWanted = isFhir(call);
  const shown = {
    teamId: call.caller.team_id,
    patientId,
    kind: "allergy",
    plural: "allergies",
    order: "rank:asc,instant:desc",
    isFhir: isFhirWanted,
  } as const;
  const body = await resourcePage(recordList(shown), query, gatedBy(asked, call));
  if (!isFhirWanted) return inJson(body);
  const path = `/api/v1/emr/patients/${patientId}/allergies`;
  return asSearchset(body, { path, query, patientId, members: { allergies: allergyToFhir } }, call);
};
