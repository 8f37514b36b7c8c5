import { AppError, insufficientScope, moduleOff } from "@jst/errors";
import { permits, type Role, type Scope, type ScopeAction, type TokenType } from "./caller.ts";
import { roleAllows } from "./roles.ts";

/** Rights of a token: its scopes, and the role of the member behind it, if any. */
export interface Rights {
  scopes: readonly Scope[];
  role?: Role | null;
}

/** Throws 403 unless the scopes hold the action on the resource and the member's role allows it. */
export function requireRight({ scopes, role }: Rights, resource: string, action: ScopeAction): void {
  if (!permits(scopes, resource, action)) throw insufficientScope(resource, action);
  if (role && !roleAllows(role, resource, action)) throw lacksRole(role, resource, action);
}

/**
 * Throws 403 unless the caller has the right that an rpc needs. A signed-in member passes to decisions on proposals
 * without it: whether a rule names that member is known where the proposal is (rules.approvers).
 */
export function requireRpcRight(
  caller: Rights & { token_type: TokenType },
  resource: string,
  action: ScopeAction,
): void {
  const isDecision = resource === "audit" && action === "admin";
  if (isDecision && caller.token_type === "member" && caller.role === "member") return;
  requireRight(caller, resource, action);
}

/** True where requireRight does not throw. */
export function hasRight({ scopes, role }: Rights, resource: string, action: ScopeAction): boolean {
  return permits(scopes, resource, action) && (!role || roleAllows(role, resource, action));
}

/** Throws 403 unless a member calls who is signed in: no token may, whatever its scopes (tokens.members-alone). */
export function requireSignedIn(type: TokenType): void {
  if (type !== "member")
    throw new AppError(
      "insufficient_scope",
      "A token cannot do this. Sign in to the console, and do it there.",
    );
}

/** Answers the 403 of a human token that does not prove that its member acts (trust.decide). */
export function unprovenMember(): AppError {
  const detail =
    "This token cannot approve or reject changes, because another token created it. Sign in to the console, or create a token there.";
  return new AppError("insufficient_scope", detail, { extension: { required_scope: "audit:admin" } });
}

function lacksRole(role: Role, resource: string, action: ScopeAction): AppError {
  if (role === "viewer" && action !== "read") {
    return new AppError(
      "viewer_read_only",
      "You have the role viewer, which can only read. Ask an owner or admin to change your role.",
    );
  }
  const required = `${resource}:${action}`;
  return new AppError(
    "insufficient_scope",
    `The right ${required} needs the role owner or admin. Ask an owner or admin of the team.`,
    {
      extension: { required_scope: required },
    },
  );
}

/** True when the module and the one it is part of (`emr` of `emr.labs`) are on. An unknown key is off. */
export function isModuleOn(modules: Readonly<Record<string, boolean>>, key: string): boolean {
  if (modules[key] !== true) return false;
  const parent = key.split(".")[0] ?? key;
  return modules[parent] ?? true;
}

/** Throws as errors.module-off says when the module is off for the team; an empty key gates nothing. */
export function requireModuleOn(modules: Readonly<Record<string, boolean>>, key: string): void {
  if (key !== "" && !isModuleOn(modules, key)) throw moduleOff(key);
}
