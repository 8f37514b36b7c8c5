import { actorIdOf, hasRight, isLeading, provesMember, unprovenMember, type Caller } from "@jst/caller";
import { AppError, notFound } from "@jst/errors";
import { isUuid, type Call } from "@jst/rpc";
import type { Deps } from "./deps.ts";
import { touchesOf, type StoredChangeset } from "./queries.ts";
import { readable } from "./redacted.ts";

/** The uuid of `<service>_<uuid>`; an id of another service, or of none, is absent here (trust.ids). */
export function requireChangesetUuid(id: string, service: string): string {
  const uuid = id.slice(service.length + 1);
  if (!id.startsWith(`${service}_`) || !isUuid(uuid)) throw notFound();
  return uuid.toLowerCase();
}

/**
 * Tests whether the caller's token belongs to the proposer: the token itself, or another of the same member. A
 * connected app is itself alone.
 */
export function isProposer(caller: Caller, stored: StoredChangeset): boolean {
  return caller.token_id === stored.token_id || actorIdOf(caller) === stored.actor_id;
}

/** True for the token itself, the other tokens of its sign-in, and the grant of a connected app. */
function isOwn(caller: Caller, { token_id: token, family_id: family }: StoredChangeset): boolean {
  return caller.token_id === token || (caller.family_id !== undefined && caller.family_id === family);
}

/**
 * Answers the changeset where the caller may read it, and throws the 404 of an absent one else. It is read with
 * audit:read, by the sign-in or grant that made it, and by other tokens of its member that may read some of it
 * (trust.reading).
 */
export async function requireReadable(
  { caller, read, deps }: Pick<Call<Deps>, "caller" | "read" | "deps">,
  stored: StoredChangeset | undefined,
): Promise<StoredChangeset> {
  if (stored === undefined) throw notFound();
  if (hasRight(caller, "audit", "read") || isOwn(caller, stored)) return stored;
  if (!isProposer(caller, stored)) throw notFound();
  const seen = readable(deps.resources, caller);
  if (seen === undefined) return stored;
  const [row] = await read<{ is_readable: boolean }>(touchesOf(caller.team_id, stored.id, seen));
  if (row?.is_readable !== true) throw notFound();
  return stored;
}

/** True for whom requireDecider lets pass. */
export function isDecider(caller: Caller, stored: StoredChangeset): boolean {
  const isDecider = isDeciding(caller) && provesMember(caller);
  return isDecider && !isProposer(caller, stored) && !isOfOwnApp(caller, stored);
}

function isDeciding({ role, token_type: type }: Caller): boolean {
  return (type === "human" || type === "member") && isLeading(role);
}

/**
 * Tests for an API token of the member for whom the proposing app acts: such a token is not a second person. A
 * signed-in member is one. If the app's member is unknown, no API token is.
 */
function isOfOwnApp(caller: Caller, { token_type: type, oauth_app: app }: StoredChangeset): boolean {
  if (caller.token_type !== "human" || type !== "oauth_app") return false;
  return app === null || app.member_id === caller.member_id;
}

/**
 * Throws 403 unless the caller may decide on the changeset. An owner's or admin's session may, and so may a human token
 * that proves one, but never the proposer's (trust.decide, trust.second-person). Auth has checked the scope
 * audit:admin.
 */
export function requireDecider(caller: Caller, stored: StoredChangeset): void {
  if (!isDeciding(caller))
    throw mayNotDecide("Only an owner or admin, by a human token or signed in, decides on changesets.");
  if (!provesMember(caller)) throw unprovenMember();
  if (isProposer(caller, stored))
    throw mayNotDecide("A second person decides: this token belongs to the proposer.");
  if (isOfOwnApp(caller, stored))
    throw mayNotDecide("A second person decides: the app that made it acts for this token's member.");
}

/**
 * Throws as requireDecider does, for the caller as auth's database has it now: 401 once the token or session is over,
 * 503 while auth cannot answer.
 */
export async function requireDeciderNow(
  { caller, deps, hop }: Pick<Call<Deps>, "caller" | "deps" | "hop">,
  stored: StoredChangeset,
): Promise<void> {
  requireDecider(caller, stored);
  const { team_id: teamId, token_id: tokenId } = caller;
  const { role, provesMember: isProven } = await deps.deciderFacts({ teamId, tokenId }, hop);
  if (!isLeading(role))
    throw mayNotDecide("Your role no longer allows decisions; an owner or admin decides.");
  if (!isProven) throw unprovenMember();
}

function mayNotDecide(detail: string): AppError {
  return new AppError("insufficient_scope", detail, { extension: { required_scope: "audit:admin" } });
}
