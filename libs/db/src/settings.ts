import type { PlanMode, Statement, TeamContext } from "./types.ts";

const who = `set_config('app.team_id', $1, true), set_config('app.actor_type', $2, true),
  set_config('app.actor_id', $3, true), set_config('app.token_id', $4, true),
  set_config('app.request_id', $5, true), set_config('statement_timeout', $6, true)`;

const forRead = `select ${who},
  set_config('plan_cache_mode', $7, true), set_config('transaction_read_only', 'on', true)`;

const forWrite = `select ${who}, set_config('app.changeset_id', $7, true)`;

// All settings end with the transaction (the last argument of set_config), so none reaches the next borrower.
function values(context: TeamContext, remainingMs: number): string[] {
  const { teamId, actorType, actorId, tokenId, requestId } = context;
  return [teamId, actorType, actorId, tokenId, requestId, String(Math.max(1, remainingMs))];
}

/** Sets the team, the time limit and the plan mode of one read, which cannot write. */
export function readSettings(context: TeamContext, plan: PlanMode, remainingMs: number): Statement {
  return {
    name: "jst_read",
    text: forRead,
    values: [...values(context, remainingMs), `force_${plan}_plan`],
  };
}

/** Sets the team, the time limit and the changeset (its bare uuid) of one write. */
export function writeSettings(context: TeamContext, changesetUuid: string, remainingMs: number): Statement {
  return { name: "jst_write", text: forWrite, values: [...values(context, remainingMs), changesetUuid] };
}

/** Sets the time limit of work that belongs to no team. */
export function systemSettings(remainingMs: number): Statement {
  return {
    name: "jst_system",
    text: "select set_config('statement_timeout', $1, true)",
    values: [String(Math.max(1, remainingMs))],
  };
}
