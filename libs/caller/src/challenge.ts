import { AppError } from "@jst/errors";
import { hasRight, requireRight } from "./access.ts";
import type { Caller, Door, ScopeAction } from "./caller.ts";
import { cappedWords, isGrantable, wordsOf } from "./presets.ts";

/** Paths of the resources that a token can be for (oauth.resource). */
export const resourcePaths = { base: "", mcp: "/api/v1/mcp", actions: "/api/v1/mcp/actions" } as const;

/** Audience of a token: each includes those after it. */
export type Audience = keyof typeof resourcePaths;

/** Where the metadata of protected resources stands (RFC 9728). */
export const RESOURCE_METADATA = "/.well-known/oauth-protected-resource";

/**
 * Address of the metadata of the resource that is behind the door: the MCP servers have their own (oauth.challenge).
 */
export function metadataOf(issuer: string, door: Door): string {
  const audience = door === "mcp" ? "mcp" : door === "mcp_actions" ? "actions" : "base";
  return `${issuer}${RESOURCE_METADATA}${resourcePaths[audience]}`;
}

/** Value of WWW-Authenticate for who has no good token and may go and get one. */
export function signInChallenge(issuer: string, door: Door, wasSent: boolean): string {
  const error = wasSent ? ', error="invalid_token"' : "";
  return `Bearer resource_metadata="${metadataOf(issuer, door)}", scope="tables:read"${error}`;
}

/**
 * Builds WWW-Authenticate for an app that lacks a scope which its member could grant (oauth.step-up): the scopes that
 * it has and the ones that it needs. undefined for every other caller and scope.
 */
export function stepUpChallenge(
  caller: Pick<Caller, "oauth_app" | "scopes" | "role" | "door">,
  resource: string,
  action: ScopeAction,
): string | undefined {
  if (caller.oauth_app === undefined || !isGrantable(caller, resource, action)) return undefined;
  const { scopes, role } = caller;
  // The app cannot get scopes that the role takes away.
  const held = role === undefined ? wordsOf(scopes) : cappedWords(scopes, role);
  const words = [...new Set([...held, `${resource}:${action}`])].sort().join(" ");
  const metadata = metadataOf(caller.oauth_app.issuer, caller.door);
  return `Bearer error="insufficient_scope", scope="${words}", resource_metadata="${metadata}"`;
}

/** Throws as requireRight does; an app is told what to ask for where consent could give it that (oauth.step-up). */
export function requireCallerRight(caller: Caller, resource: string, action: ScopeAction): void {
  try {
    requireRight(caller, resource, action);
  } catch (thrown) {
    const isScope = thrown instanceof AppError && thrown.code === "insufficient_scope";
    const challenge = isScope ? stepUpChallenge(caller, resource, action) : undefined;
    if (!isScope || challenge === undefined) throw thrown;
    const { code, message, extension } = thrown;
    throw new AppError(code, message, { extension, headers: { "www-authenticate": challenge } });
  }
}

/** A right as scopes write it: "files:read" in two words. */
export interface Right {
  resource: string;
  action: ScopeAction;
}

/**
 * Throws 403 insufficient_scope unless the caller has the right on what `field` of its request names, whether that
 * exists or not (tokens.references). The refusal depends on nothing but the caller and the field.
 */
export function requireReach(caller: Caller, { resource, action }: Right, field: string): void {
  if (hasRight(caller, resource, action)) return;
  const required = `${resource}:${action}`;
  const detail = `${field} needs the right ${required}. Use a token with ${required}, or remove ${field}.`;
  const challenge = stepUpChallenge(caller, resource, action);
  throw new AppError("insufficient_scope", detail, {
    extension: { required_scope: required, field },
    ...(challenge === undefined ? {} : { headers: { "www-authenticate": challenge } }),
  });
}
