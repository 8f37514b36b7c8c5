import { notFound } from "@jst/errors";
import { isUuid, type Call } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import { IS_ENROLLED } from "./roster-entry.ts";

/** Names nobody; what is no id is looked for all the same, so that its 404 takes as long as any. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** The id as the database takes it. */
export function patientId(asked: string): string {
  return isUuid(asked) ? asked.toLowerCase() : NOBODY;
}

/** Answers the patient's id; 404 unless the patient is enrolled: absent, foreign, pending and removed are one. */
export async function requireEnrolled(asked: string, call: Call<Deps>): Promise<string> {
  const id = patientId(asked);
  const rows = await call.read({
    name: "emr.patients.enrolled",
    text: `select 1 from emr.patients p where p.team_id = $1 and p.id = $2 and ${IS_ENROLLED}`,
    values: [call.caller.team_id, id],
  });
  if (rows.length === 0) throw notFound();
  return id;
}

/** True when the team shows laboratory values at all. */
export function hasLabs(call: Call<Deps>): boolean {
  return call.caller.team.modules["emr.labs"] === true;
}
