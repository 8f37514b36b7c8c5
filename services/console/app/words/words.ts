import type { components } from "@jst/client";
import { KEY_TYPES } from "./developers.ts";

/** Names of operations. */
export const VERBS: Readonly<Record<components["schemas"]["ChangesetOperation"]["op"], string>> = {
  create: "Adds",
  update: "Changes",
  delete: "Deletes",
};

/** Names of the states of a change set. */
export const STATES: Readonly<Record<components["schemas"]["Changeset"]["status"], string>> = {
  queued: "waits for approval",
  executed: "done",
  rejected: "rejected",
  withdrawn: "withdrawn",
  expired: "expired",
  conflicted: "not applied: the data changed",
  failed: "failed",
  undone: "undone",
};

/** Names of actors. */
const ACTORS: Readonly<Record<components["schemas"]["Actor"]["type"], string>> = {
  service: `a ${KEY_TYPES.service}`,
  human: `a ${KEY_TYPES.human}`,
  break_glass: `an ${KEY_TYPES.break_glass}`,
  oauth_app: "a connected app",
  member: "a member",
  system: "the platform",
};

/** Sources of a change, by door. */
const DOORS: Readonly<Record<string, string>> = {
  rest: "the API",
  mcp: "an agent (MCP)",
  mcp_actions: "an agent (second address)",
  actions: "an action",
  tools: "a function call",
  console: "this console",
};

/** A resource as a noun: crm.contacts, project_tasks: contacts, project tasks. */
export const nounOf = (resource: string): string => resource.replace(/^.*\./, "").replaceAll("_", " ");

/** Names of the resources of scopes. */
export const RESOURCES: Readonly<Record<components["schemas"]["Scope"]["resource"], string>> = {
  "*": "Everything",
  contacts: "Contacts",
  tables: "Tables",
  forms: "Forms",
  files: "Files",
  articles: "Articles",
  bases: "Knowledge bases",
  artifacts: "Artifacts: documents of programs",
  project_task: "Project tasks",
  workflows: "Workflows",
  review: "Reviews",
  scheduling: "Calendar",
  commerce: "Money",
  comms: "Messages",
  emr: "Health records",
  wellness: "Wellness: programmes and measurements",
  extension: "Browser extension",
  vault: "Vault: passwords of the browser extension",
  webhooks: "Webhooks",
  tokens: "API keys",
  audit: "Audit log, and approving changes",
  config: "Settings and members",
};

/** Describes the access of a key or an app. */
export function reachOf({ scopes }: Pick<components["schemas"]["Token"], "scopes">): string {
  if (scopes.length === 0) return "access: everything";
  return `access: ${scopes.map(({ resource, actions }) => `${RESOURCES[resource]} (${actions.join(", ")})`).join("; ")}`;
}

export const actorOf = ({ type }: components["schemas"]["Actor"]): string => ACTORS[type];

/** Whether something tells who acts. */
export function isActor(value: unknown): value is components["schemas"]["Actor"] {
  if (typeof value !== "object" || value === null || !("type" in value) || !("id" in value)) return false;
  return (
    typeof value.type === "string" && Object.hasOwn(ACTORS, value.type) && Object.keys(value).length === 2
  );
}

/** Names a member and the kind of token that acted; signed in, a member acts alone. */
export function withToken(name: string, { type }: components["schemas"]["Actor"]): string {
  if (type === "member") return name;
  return `${name} with ${type === "human" ? "a personal key" : ACTORS[type]}`;
}

/** Names the proposer, for an app with its name, and the door. */
export function proposerOf({ source }: components["schemas"]["Changeset"], name: string): string {
  const { door, oauth_app: app } = source;
  const through = door === null ? undefined : DOORS[door];
  const who = app === undefined ? name : `the app ${app.client_name}`;
  return through === undefined ? who : `${who} through ${through}`;
}

/** The name of a member as words: due_date is Due date, size_bytes Size bytes. */
export function titled(name: string): string {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Days as the API counts them. */
export const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
