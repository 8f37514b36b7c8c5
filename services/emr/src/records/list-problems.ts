import { resourcePage } from "@jst/query";
import { asSearchset, inJson, isFhir } from "../fhir/answer.ts";
import { problemToFhir } from "../fhir/resources.ts";
import type { Handler } from "../../gen/rpc.ts";
import { gatedBy, patientIdOf } from "../patients/require-enrolled.ts";
import { recordList } from "./record-list.ts";

/** Answers one page of an enrolled patient's problems (clinical.problems). */
export const listProblems: Handler<"ListProblems"> = async ({ path: { patient_id: asked }, query }, call) => {
  const patientId = patientIdOf(asked);
  const isFhirWanted = isFhir(call);
  const shown = {
    teamId: call.caller.team_id,
    patientId,
    kind: "problem",
    plural: "problems",
    isFhir: isFhirWanted,
  } as const;
  const body = await resourcePage(recordList(shown), query, gatedBy(asked, call));
  if (!isFhirWanted) return inJson(body);
  const path = `/api/v1/emr/patients/${patientId}/problems`;
  return asSearchset(body, { path, query, patientId, members: { problems: problemToFhir } }, call);
};
