import type { components } from "@jst/client";

/** Names of operations. */
export const VERBS: Readonly<Record<components["schemas"]["ChangesetOperation"]["op"], string>> = {
  create: "Adds",
  update: "Changes",
  delete: "Deletes",
};

/** Names of the states of a change set. */
export const STATES: Readonly<Record<components["schemas"]["Changeset"]["status"], string>> = {
  queued: "Waiting for approval",
  executed: "Done",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
  expired: "Expired",
  conflicted: "Not applied: the data changed",
  failed: "Failed",
  undone: "Undone",
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
  comments: "Comments",
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

/** Days as the API counts them. */
export const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
