import type { Row, Statement } from "@jst/db";
import type { RunningRule } from "./matched-rules.ts";

/** The enabled rules of a team in the order in which mail meets them (comms.rule): rows of RunningRule. */
export function findRunning(teamId: string): Statement {
  return {
    name: "comms.email_rules.running",
    text: `select r.id, r.name, r.match, r.actions, r.stop from comms.email_rules r
      where r.team_id = $1 and r.enabled and r.deleted_at is null
      order by r.priority, r.name`,
    values: [teamId],
  };
}

/** A row of findRunning. */
export type RunningRow = RunningRule & Row;
