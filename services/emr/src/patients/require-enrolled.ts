import { notFound } from "@jst/errors";
import type { ListCall } from "@jst/query";
import { isUuid, type Call } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import { IS_ENROLLED } from "./roster-entry.ts";

/** Stands in for an invalid id, which is looked up as well, so that its 404 takes as long as any. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** The id as the database takes it. */
export function patientIdOf(asked: string): string {
  return isUuid(asked) ? asked.toLowerCase() : NOBODY;
}

/** 404 unless the patient is enrolled: absent, foreign, pending and removed are one. */
async function requireEnrolled(asked: string, call: Call<Deps>): Promise<void> {
  const rows = await call.read({
    name: "emr.patients.enrolled",
    text: `select 1 from emr.patients p where p.team_id = $1 and p.id = $2 and ${IS_ENROLLED}`,
    values: [call.caller.team_id, patientIdOf(asked)],
  });
  if (rows.length === 0) throw notFound();
}

/**
 * The call of a list of the patient's: before it reads anything the patient must be enrolled, and before that its
 * parameters must be good (clinical.gates).
 */
export function gatedBy(asked: string, call: Call<Deps>): ListCall {
  let gate: Promise<void> | undefined;
  return {
    caller: call.caller,
    deps: call.deps,
    read: async (statement, plan) => {
      gate ??= requireEnrolled(asked, call);
      await gate;
      return call.read(statement, plan);
    },
  };
}

/** True when the team shows laboratory values at all. */
export function hasLabs(call: Call<Deps>): boolean {
  return call.caller.team.modules["emr.labs"] === true;
}
