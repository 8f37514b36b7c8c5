import type { PlanMode, Statement, TeamContext } from "./types.ts";

// Every setting ends with the transaction (the last argument of set_config), so none reaches the next borrower.
const team = "set_config('app.team_id', $1, true), set_config('statement_timeout', $2, true)";

// Who reads is of no interest to the database: four settings instead of eight, measured at 27 us CPU instead of 35.
const forRead = `select ${team},
  set_config('plan_cache_mode', $3, true), set_config('transaction_read_only', 'on', true)`;

const forWrite = `select ${team},
  set_config('app.actor_type', $3, true), set_config('app.actor_id', $4, true),
  set_config('app.token_id', $5, true), set_config('app.request_id', $6, true),
  set_config('app.changeset_id', $7, true), set_config('app.door', $8, true)`;

function limits({ teamId }: TeamContext, remainingMs: number): string[] {
  return [teamId, String(Math.max(1, remainingMs))];
}

/** The first statement of a transaction all of whose statements see one state of the data. */
export const oneState: Statement = {
  name: "jst_one_state",
  text: "set transaction isolation level repeatable read, read only",
  values: [],
};

/** Sets the team, the time limit and the plan mode of one read, which cannot write. */
export function readSettings(context: TeamContext, plan: PlanMode, remainingMs: number): Statement {
  return {
    name: "jst_read",
    text: forRead,
    values: [...limits(context, remainingMs), `force_${plan}_plan`],
  };
}

/** Sets the team, the time limit, who acts, by which door, and the changeset (its bare uuid) of one write. */
export function writeSettings(context: TeamContext, changesetUuid: string, remainingMs: number): Statement {
  const { actorType, actorId, tokenId, requestId, door = "" } = context;
  const who = [actorType, actorId, tokenId, requestId];
  return {
    name: "jst_write",
    text: forWrite,
    values: [...limits(context, remainingMs), ...who, changesetUuid, door],
  };
}

/** Sets the time limit of work that belongs to no team. */
export function systemSettings(remainingMs: number): Statement {
  return {
    name: "jst_system",
    text: "select set_config('statement_timeout', $1, true)",
    values: [String(Math.max(1, remainingMs))],
  };
}
