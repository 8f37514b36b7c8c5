import type { Caller } from "@jst/caller";
import type { Viewpoint } from "@jst/formula";

/**
 * Time of all rows of one answer: formulas that come later are #NUM!, and the request has time left (limits.formula).
 */
export const ANSWER_MS_MAX = 5_000;

/** Where, when and for which team the rows of one answer are looked at. */
export interface TeamViewpoint extends Viewpoint {
  teamId: string;
}

/** The viewpoint of a caller's answer. */
export function viewpointOf(caller: Caller, nowMs = Date.now()): TeamViewpoint {
  return {
    teamId: caller.team_id,
    timezone: caller.team.timezone,
    nowMs,
    untilMs: performance.now() + ANSWER_MS_MAX,
  };
}
