import {
  actorIdOf,
  hasRight,
  isLeading,
  provesMember,
  requireRight,
  unprovenMember,
  type Caller,
} from "@jst/caller";
import { AppError, notFound, passkeyRequired, stepUpRequired } from "@jst/errors";
import { isUuid, type Call } from "@jst/rpc";
import type { DeciderFacts, Deps } from "./deps.ts";
import { findMention, type MentionRow } from "./comments/queries.ts";
import { changesetOf, findBriefly, touchesOf, type StoredChangeset } from "./queries.ts";
import { readable } from "./redacted.ts";

/**
 * Returns the uuid of `<service>_<uuid>`; an id of another service or of an invalid form is absent here (trust.ids).
 */
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

/** True for the signed-in member whose app made the changeset. */
function isOfSignedInApp({ token_type: type, member_id: member }: Caller, stored: StoredChangeset): boolean {
  return type === "member" && member !== undefined && stored.oauth_app?.member_id === member;
}

/**
 * Answers the changeset where the caller may read it, and throws the 404 of an absent one else. It is read with
 * audit:read, by the sign-in or grant that made it, and by members whom a comment mentions. Other tokens of its member,
 * and the signed-in member of its app, read it if they may read some of it (trust.reading).
 */
export async function requireReadable(
  { caller, read, deps }: Pick<Call<Deps>, "caller" | "read" | "deps">,
  stored: StoredChangeset | undefined,
): Promise<StoredChangeset> {
  if (stored === undefined) throw notFound();
  if (hasRight(caller, "audit", "read") || isOwn(caller, stored)) return stored;
  if (await isMentioned({ caller, read }, stored)) return stored;
  if (!isProposer(caller, stored) && !isOfSignedInApp(caller, stored)) throw notFound();
  const seen = readable(deps.resources, caller);
  if (seen === undefined) return stored;
  const [row] = await read<{ is_readable: boolean }>(touchesOf(caller.team_id, stored.id, seen));
  if (row?.is_readable !== true) throw notFound();
  return stored;
}

/** Reads a changeset without what it proposes, as requireReadable answers it. */
export async function readChangeset(
  call: Pick<Call<Deps>, "caller" | "read" | "deps">,
  uuid: string,
): Promise<StoredChangeset> {
  return requireReadable(call, changesetOf(await call.read(findBriefly(call.caller.team_id, uuid))));
}

/** True for a member, signed in or by a token, whom a comment on the changeset mentions; an app is itself alone. */
async function isMentioned(
  { caller, read }: Pick<Call<Deps>, "caller" | "read">,
  { id }: StoredChangeset,
): Promise<boolean> {
  const { member_id: member } = caller;
  if (member === undefined || actorIdOf(caller) !== member) return false;
  const [row] = await read<MentionRow>(findMention(caller.team_id, id, member));
  return row?.is_mentioned === true;
}

/** True for whom requireDecider lets pass. */
export function isDecider(caller: Caller, stored: StoredChangeset): boolean {
  const isSecond = !isProposer(caller, stored) || decidesIfAlone(caller, stored);
  return mayDecide(caller) && isSecond && !isOfOwnApp(caller, stored);
}

/** True for who may decide on what a second person has proposed. */
export function mayDecide(caller: Caller): boolean {
  return isDeciding(caller) && provesMember(caller) && hasRight(caller, "audit", "admin");
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

/** True for what a member made: signed in, or by a human or break_glass token. */
function isOfMember(type: string): boolean {
  return type === "member" || type === "human" || type === "break_glass";
}

/** True for a proposer who decides where nobody else may: signed in, on an own proposal (trust.second-person). */
function decidesIfAlone(caller: Caller, stored: StoredChangeset): boolean {
  return caller.token_type === "member" && isOfMember(stored.token_type);
}

/**
 * Throws 403 unless the caller may decide on the changeset: the session of an owner or admin, or a human token that
 * proves one (trust.decide). It is of somebody else than the proposer, or of a proposer who may be alone
 * (trust.second-person). Auth has seen to the scope audit:admin.
 */
export function requireDecider(caller: Caller, stored: StoredChangeset): void {
  if (!isDeciding(caller))
    throw mayNotDecide(
      "Only an owner or admin can approve or reject proposals. Sign in as one, or use a human token of one.",
    );
  if (!provesMember(caller)) throw unprovenMember();
  if (isProposer(caller, stored) && !decidesIfAlone(caller, stored)) throw needsSecondPerson();
  if (isOfOwnApp(caller, stored))
    throw mayNotDecide("Your connected app made this proposal. Ask another owner or admin to decide.");
}

/**
 * Throws as requireDecider does, for the caller as auth's database has it now: 401 once the token or session is over,
 * 503 while auth cannot answer. A proposer decides alone with a fresh sign-in: 403 step_up_required without one.
 */
export async function requireDeciderNow(call: DecidingCall, stored: StoredChangeset): Promise<DeciderFacts> {
  requireDecider(call.caller, stored);
  const facts = await requireLeaderNow(call);
  if (!isProposer(call.caller, stored)) return facts;
  if (!facts.isAlone) throw needsSecondPerson();
  if (!facts.isFresh) throw stepUpRequired(facts.hasPasskey ? ["sign_in", "passkey"] : ["sign_in"]);
  return facts;
}

/**
 * Throws as requireDeciderNow does, and where the team approves with passkeys alone: 403 for a token, and
 * step_up_required for a session without a recent one (passkeys.trust).
 */
export async function requireApproverNow(call: DecidingCall, stored: StoredChangeset): Promise<void> {
  const { needsStepUp, isSteppedUp, hasPasskey } = await requireDeciderNow(call, stored);
  if (!needsStepUp || isSteppedUp) return;
  if (call.caller.token_type !== "member")
    throw mayNotDecide("This team approves with passkeys: a member signs in and uses one.");
  throw passkeyRequired(hasPasskey);
}

type DecidingCall = Pick<Call<Deps>, "caller" | "deps" | "hop">;

/** Answers the facts of the caller from auth's database; 403 unless it is an owner or admin, and proves it. */
export async function requireLeaderNow({ caller, deps, hop }: DecidingCall) {
  const { team_id: teamId, token_id: tokenId } = caller;
  const facts = await deps.deciderFacts({ teamId, tokenId }, hop);
  if (!isLeading(facts.role))
    throw mayNotDecide("You are no longer an owner or admin. Ask an owner or admin to decide.");
  if (!facts.provesMember) throw unprovenMember();
  return facts;
}

/** True for who undoes any changeset at once: an owner or admin, signed in or by a human token with audit:admin. */
export function undoesAny(caller: Caller): boolean {
  return isDeciding(caller) && provesMember(caller) && hasRight(caller, "audit", "admin");
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

function needsSecondPerson(): AppError {
  return mayNotDecide("You cannot approve your own proposal. Ask another owner or admin.");
}

/** Makes the 403 of who lacks what decisions need. */
export function mayNotDecide(detail: string): AppError {
  return new AppError("insufficient_scope", detail, { extension: { required_scope: "audit:admin" } });
}
