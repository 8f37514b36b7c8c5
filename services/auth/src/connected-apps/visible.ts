import { hasRight, type Caller, type ScopeAction } from "@jst/caller";
import { insufficientScope, notFound } from "@jst/errors";
import { isUuid } from "@jst/rpc";

/** Throws 403 for an app: an app neither sees nor ends connected apps (oauth.never). */
export function requireNoApp({ token_type: type }: Caller, action: ScopeAction): void {
  if (type === "oauth_app") throw insufficientScope("tokens", action);
}

/**
 * Returns the member whose apps the caller may see or end, or `all` for a caller who may do so with all apps of the
 * team. Refuses other tokens.
 */
export function ownerOf(caller: Caller, action: ScopeAction): string {
  requireNoApp(caller, action);
  if (hasRight(caller, "tokens", action)) return "all";
  if (caller.member_id === undefined) throw insufficientScope("tokens", action);
  return caller.member_id;
}

/** Returns the id in lower case; throws the 404 of an absent app for an invalid id. */
export function requireAppId(id: string): string {
  const found = id.toLowerCase();
  if (!isUuid(found)) throw notFound();
  return found;
}
