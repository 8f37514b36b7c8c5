import { hasRight, type Caller, type ScopeAction } from "@jst/caller";
import { insufficientScope, notFound } from "@jst/errors";
import { isUuid } from "@jst/rpc";

/** Throws 403 for an app: what is connected is no business of what is connected (oauth.never). */
export function requireNoApp({ token_type: type }: Caller, action: ScopeAction): void {
  if (type === "oauth_app") throw insufficientScope("tokens", action);
}

/**
 * The member whose apps alone the caller may see or end, `all` for one who may do so with those of the team. A token of
 * neither kind is refused.
 */
export function ownerOf(caller: Caller, action: ScopeAction): string {
  requireNoApp(caller, action);
  if (hasRight(caller, "tokens", action)) return "all";
  if (caller.member_id === undefined) throw insufficientScope("tokens", action);
  return caller.member_id;
}

/** The id in lower case; the 404 of an absent one for what is none. */
export function requireAppId(id: string): string {
  const found = id.toLowerCase();
  if (!isUuid(found)) throw notFound();
  return found;
}
