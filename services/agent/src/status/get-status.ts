import type { RequestHandler } from "express";
import type { Fault, TeamStatus } from "../../gen/rpc.ts";
import { contextOf } from "../call-context.ts";
import type { FaultSources } from "./fault-sources.ts";

/** GET /api/v1/status: what does not work for the team, of what the caller may read (operation.team-status). */
export function getStatus(faults: FaultSources): RequestHandler {
  return async (request, response) => {
    const { caller, departure, ...hop } = contextOf(request, response);
    const { answered, missing } = await faults.ask(caller, { ...hop, departure: () => departure });
    const found = answered.flatMap(({ answer }) => answer.faults).sort(byAge);
    const status: TeamStatus = {
      healthy: found.length === 0 && missing.length === 0,
      faults: found,
      ...(missing.length === 0 ? {} : { incomplete: missing }),
    };
    response.json(status);
  };
}

/** The longest known first; those of which nobody knows since when come last. */
function byAge({ since: one }: Fault, { since: other }: Fault): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return Date.parse(one) - Date.parse(other);
}
