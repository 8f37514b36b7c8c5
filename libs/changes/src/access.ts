import {
  actorIdOf,
  hasRight,
  isLeading,
  provesMember,
  requireRight,
  unprovenMember,
  type Caller,
} from "@jst/caller";
import { AppError, notFound } from "@jst/errors";
import { isUuid, type Call } from "@jst/rpc";
import type { Deps } from "./deps.ts";
import type { StoredChangeset } from "./queries.ts";

/**
 * Returns the uuid of `<service>_<uuid>`; an id of another service or of an invalid form is absent here (trust.ids).
 */
export function requireChangesetUuid(id: string, service: string): string {
  const uuid = changesetUuidIn(id, service);
  if (uuid === undefined) throw notFound();
  return uuid;
}

/** The same; undefined for an id that is absent here. */
export function changesetUuidIn(id: string, service: string): string | undefined {
  const uuid = id.slice(service.length + 1);
  return id.startsWith(`${service}_`) && isUuid(uuid) ? uuid.toLowerCase() : undefined;
}

/**
 * Tests whether the caller's token belongs to the proposer: the token itself, or another of the same member. A
 * connected app is itself alone.
 */
export function isProposer(caller: Caller, stored: StoredChangeset): boolean {
  return caller.token_id === stored.token_id || actorIdOf(caller) === stored.actor_id;
}

/** Returns the member who acts in person, signed in or by a token; an app is itself alone. */
export function personOf(caller: Caller): string | undefined {
  const { member_id: member } = caller;
  return member !== undefined && actorIdOf(caller) === member ? member : undefined;
}

/** True for the signed-in member whose app made the changeset. */
export function isOfSignedInApp(
  { token_type: type, member_id: member }: Caller,
  stored: StoredChangeset,
): boolean {
  return type === "member" && member !== undefined && stored.oauth_app?.member_id === member;
}

/** True for what a member made: signed in, or by a human or break_glass token. */
export function isOfMember(type: string): boolean {
  return type === "member" || type === "human" || type === "break_glass";
}

/** True for who decides where no rule names others. */
export function isLeader({ role, token_type: type }: Pick<Caller, "role" | "token_type">): boolean {
  return (type === "human" || type === "member") && isLeading(role);
}

type DecidingCall = Pick<Call<Deps>, "caller" | "deps" | "hop">;

/** Answers the facts of the caller from auth's database; 403 unless it is an owner or admin, and proves it. */
export async function requireLeaderNow({ caller, deps, hop }: DecidingCall) {
  const { team_id: teamId, token_id: tokenId } = caller;
  const facts = await deps.deciderFacts({ teamId, tokenId }, hop);
  if (!isLeading(facts.role))
    throw mayNotDecide(
      "You are no longer an owner or admin. Ask an owner or admin to approve or reject this.",
    );
  if (!facts.provesMember) throw unprovenMember();
  return facts;
}

/** True for who undoes any changeset at once: an owner or admin, signed in or by a human token with audit:admin. */
export function undoesAny(caller: Caller): boolean {
  return isLeader(caller) && provesMember(caller) && hasRight(caller, "audit", "admin");
}

/**
 * Throws 403 unless the changeset is the caller's own to undo (trust.undo). The caller is a token or session of the
 * member who made it, or a session of the member whose app did. It may write all that the changeset changed.
 */
export function requireOwnUndo(caller: Caller, stored: StoredChangeset, scopes: readonly string[]): void {
  if (!isOfMember(caller.token_type))
    throw mayNotDecide("A service token cannot undo changes. Sign in, or use a token of a member.");
  const isMade = isOfMember(stored.token_type) && actorIdOf(caller) === stored.actor_id;
  if (!isMade && !isOfSignedInApp(caller, stored))
    throw mayNotDecide("You can undo only your own changes. Ask an owner or admin to undo this one.");
  for (const scope of scopes) requireRight(caller, scope, "write");
}

/** Makes the 403 of who lacks what decisions need. */
export function mayNotDecide(detail: string): AppError {
  return new AppError("insufficient_scope", detail, { extension: { required_scope: "audit:admin" } });
}
