import { permits, type Role, type Scope, type ScopeAction } from "./caller.ts";

/** Resources of the daily business of a team. */
const business = [
  ...["contacts", "tables", "forms", "files", "artifacts", "articles", "bases", "review", "workflows"],
  ...["scheduling", "commerce", "comms", "project_task", "comments"],
];

/** Resources that everybody in the team reads: its configuration, and what the browser extension works with. */
const readable = ["config", "extension", "vault"];

const scopesFor = (...actions: ScopeAction[]): Scope[] => [
  ...business.map((resource): Scope => ({ resource, actions })),
  ...readable.map((resource): Scope => ({ resource, actions: ["read"] })),
];

/** The most that a member of the role may do, signed in or by a token (tokens.role). */
const rights: Record<Role, Scope[]> = {
  owner: [{ resource: "*", actions: ["read", "write", "delete", "admin"] }],
  admin: [{ resource: "*", actions: ["read", "write", "delete", "admin"] }],
  member: scopesFor("read", "write", "delete"),
  viewer: scopesFor("read"),
};

/** Roles, the least first: each may do all that the one before may. */
const ranks: readonly Role[] = ["viewer", "member", "admin", "owner"];

/** Answers what a member of the role may do at most. */
export function roleScopes(role: Role): readonly Scope[] {
  return rights[role];
}

/** True for a role that may do everything. */
export function isLeading(role: Role | null | undefined): boolean {
  return role === "owner" || role === "admin";
}

/**
 * True if the role allows the action, whatever the scopes of a token say. The wildcard as a resource is what is of no
 * resource alone, such as the index: it follows the business of the team.
 */
export function roleAllows(role: Role, resource: string, action: ScopeAction): boolean {
  return permits(rights[role], resource === "*" ? "tables" : resource, action);
}

/** Answers the lesser of both roles; null bounds nothing. */
export function lesserRole(one: Role | null, other: Role | null): Role | null {
  if (one === null || other === null) return one ?? other;
  return ranks.indexOf(one) < ranks.indexOf(other) ? one : other;
}
