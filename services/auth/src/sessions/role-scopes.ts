import type { Role, Scope } from "@jst/caller";

const business = [
  ...["contacts", "tables", "forms", "files", "artifacts", "articles", "bases", "review", "workflows"],
  ...["scheduling", "commerce", "comms", "project_task"],
];

const scopesFor = (...actions: Scope["actions"]): Scope[] => [
  ...business.map((resource): Scope => ({ resource, actions })),
  { resource: "config", actions: ["read"] },
];

const ofMembers = scopesFor("read", "write", "delete");

/**
 * What a session may do (sessions.api): all of what an owner or an admin may, the business of the team for a member. A
 * viewer has the same list: the role keeps it to reading, and says so of each write.
 */
export function roleScopes(role: Role | null): Scope[] {
  return role === "owner" || role === "admin" ? [] : ofMembers;
}

/** The same as members are shown it: without what the role refuses, and with a word for all of it. */
export function shownScopes(role: Role): Scope[] {
  if (role === "viewer") return scopesFor("read");
  return role === "member" ? ofMembers : [{ resource: "*", actions: ["read", "write", "delete", "admin"] }];
}
