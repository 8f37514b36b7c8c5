import { resourcePage } from "@jst/query";
import type { Handler } from "../../gen/rpc.ts";
import { requireEnrolled } from "../patients/require-enrolled.ts";
import { recordList } from "./record-list.ts";

/** Answers one page of an enrolled patient's medications (clinical.medications). */
export const listMedications: Handler<"ListMedications"> = async ({ path, query }, call) => {
  const patientId = await requireEnrolled(path.patient_id, call);
  const shown = {
    teamId: call.caller.team_id,
    patientId,
    kind: "medication",
    plural: "medications",
  } as const;
  return { body: await resourcePage(recordList(shown), query, call) };
};
