import type { PlanMode, Statement, TeamContext } from "./types.ts";

type Setting = [name: string, value: string];

/**
 * Builds a statement that sets each of these and answers no row, which would cost both sides more than the settings. No
 * setting is null, so every alternative is evaluated. Each ends with the transaction (the last argument of set_config),
 * so none reaches the next borrower.
 */
const setting = (...settings: readonly Setting[]) =>
  `select where ${settings.map(([name, value]) => `set_config('${name}', ${value}, true) is null`).join("\n  or ")}`;

const time: Setting = ["statement_timeout", "$1"];
const team: Setting[] = [time, ["app.team_id", "$2"]];

// The database does not need the reader's identity: four settings instead of ten.
const forRead = setting(...team, ["plan_cache_mode", "$3"], ["transaction_read_only", "'on'"]);

const forWrite = setting(
  ...team,
  ["app.actor_type", "$3"],
  ["app.actor_id", "$4"],
  ["app.token_id", "$5"],
  ["app.request_id", "$6"],
  ["app.changeset_id", "$7"],
  ["app.door", "$8"],
  ["app.oauth_app", "$9"],
  ["app.family_id", "$10"],
  ["app.change_reason", "$11"],
);

const forSystem = setting(time);

function limits({ teamId }: TeamContext, remainingMs: number): string[] {
  return [String(Math.max(1, remainingMs)), teamId];
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

/** Sets the team, the time limit, who acts (door, app, sign-in), why, and the changeset (a bare uuid) of one write. */
export function writeSettings(context: TeamContext, changesetUuid: string, remainingMs: number): Statement {
  const {
    actorType,
    actorId,
    tokenId,
    requestId,
    door = "",
    oauthApp,
    familyId = "",
    changeReason = "",
  } = context;
  const who = [actorType, actorId, tokenId, requestId];
  const app = oauthApp === undefined ? "" : JSON.stringify(oauthApp);
  return {
    name: "jst_write",
    text: forWrite,
    values: [...limits(context, remainingMs), ...who, changesetUuid, door, app, familyId, changeReason],
  };
}

/** Sets the time limit of work that belongs to no team. */
export function systemSettings(remainingMs: number): Statement {
  return {
    name: "jst_system",
    text: forSystem,
    values: [String(Math.max(1, remainingMs))],
  };
}

/** Sets how long a transaction may wait between two of its statements. */
export function idleSetting(ms: number): Statement {
  return {
    name: "jst_idle",
    text: setting(["idle_in_transaction_session_timeout", "$1"]),
    values: [String(ms)],
  };
}
