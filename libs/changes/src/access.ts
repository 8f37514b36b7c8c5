import { actorIdOf, hasRight, type Caller } from "@jst/caller";
import { AppError, notFound } from "@jst/errors";
import { isUuid } from "@jst/rpc";
import type { StoredChangeset } from "./queries.ts";

/** The uuid of `<service>_<uuid>`; an id of another service, or of none, is absent here (trust.ids). */
export function requireChangesetUuid(id: string, service: string): string {
  const uuid = id.slice(service.length + 1);
  if (!id.startsWith(`${service}_`) || !isUuid(uuid)) throw notFound();
  return uuid.toLowerCase();
}

/**
 * True for a token of whoever proposed it: the token itself, or another of the same member. A connected app is itself
 * alone.
 */
export function isProposer(caller: Caller, stored: StoredChangeset): boolean {
  return caller.token_id === stored.token_id || actorIdOf(caller) === stored.actor_id;
}

/** Throws the 404 of an absent changeset unless the caller proposed it or may read the audit log. */
export function requireReadable(
  caller: Caller,
  stored: StoredChangeset | undefined,
): asserts stored is StoredChangeset {
  if (stored !== undefined && (isProposer(caller, stored) || hasRight(caller, "audit", "read"))) return;
  throw notFound();
}

/** True for whom requireDecider lets pass. */
export function isDecider(caller: Caller, stored: StoredChangeset): boolean {
  return isDeciding(caller) && !isProposer(caller, stored) && !isOfOwnApp(caller, stored);
}

function isDeciding({ role, token_type: type }: Caller): boolean {
  return (type === "human" || type === "member") && (role === "owner" || role === "admin");
}

/**
 * True for an API token of the member in whose place the app acts that made it: that is no second person. A member who
 * is signed in is one. Where nobody knows whose app it was, no API token is.
 */
function isOfOwnApp(caller: Caller, { token_type: type, oauth_app: app }: StoredChangeset): boolean {
  if (caller.token_type !== "human" || type !== "oauth_app") return false;
  return app === null || app.member_id === caller.member_id;
}

/**
 * Throws 403 unless the caller may decide on the changeset: a human token or session of an owner or admin, and of
 * somebody else than the proposer (trust.decide, trust.second-person). Auth has seen to the scope audit:admin.
 */
export function requireDecider(caller: Caller, stored: StoredChangeset): void {
  if (!isDeciding(caller))
    throw mayNotDecide("Only an owner or admin, by a human token or signed in, decides on changesets.");
  if (isProposer(caller, stored))
    throw mayNotDecide("A second person decides: this token belongs to the proposer.");
  if (isOfOwnApp(caller, stored))
    throw mayNotDecide("A second person decides: the app that made it acts for this token's member.");
}

function mayNotDecide(detail: string): AppError {
  return new AppError("insufficient_scope", detail, { extension: { required_scope: "audit:admin" } });
}
