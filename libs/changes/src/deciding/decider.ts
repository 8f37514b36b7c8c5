import { actorIdOf, hasRight, isLeading, provesMember, unprovenMember, type Caller } from "@jst/caller";
import { type AppError, asAppError, insufficientScope, passkeyRequired, stepUpRequired } from "@jst/errors";
import type { Call } from "@jst/rpc";
import { isLeader, isOfMember, isProposer, mayNotDecide } from "../access.ts";
import type { DeciderFacts, Deps } from "../deps.ts";
import { notPending } from "../pending.ts";
import type { StoredChangeset } from "../queries.ts";
import { requireReadable } from "../reading.ts";
import { maySee } from "../redacted.ts";
import { resourceOf } from "../resource.ts";
import { ruleRefused } from "../rules/ruled.ts";
import type { ApprovalRule, Hand } from "../rules/rule.ts";
import { requireVersion } from "../versions.ts";
import { proposingHand, teamOf, verdictOnProposal, type DecidingCall } from "./decision-rule.ts";
import { ownTurn } from "./together.ts";
import { isAmong, LEADERS, standingOf, type ActiveAmong, type Standing } from "./standing.ts";

/** Facts of a decision, as auth's database has them at this moment. */
export interface Decision {
  facts: DeciderFacts;
  rules: readonly ApprovalRule[];
  /** Hand that proposed; undefined where the team has no rules. */
  hand: Hand | undefined;
  standing: Standing;
}

/** Finds the caller behind the proposing token; undefined if the token or its member is gone. */
export type FindProposer = () => Promise<Caller | undefined>;

/** True for who may decide on what a second person has proposed, or may be named by a rule. */
export function mayDecide(caller: Caller): boolean {
  return (
    isDeciding(caller) &&
    provesMember(caller) &&
    (isSignedInMember(caller) || hasRight(caller, "audit", "admin"))
  );
}

function isDeciding(caller: Caller): boolean {
  return isLeader(caller) || isSignedInMember(caller);
}

/** True for a session of role member, which decides where a rule names it (rules.approvers). */
function isSignedInMember({ role, token_type: type }: Caller): boolean {
  return type === "member" && role === "member";
}

/**
 * Tests for an API token of the member for whom the proposing app acts: such a token is not a second person. A
 * signed-in member is one. If the app's member is unknown, no API token is.
 */
function isOfOwnApp(caller: Caller, { token_type: type, oauth_app: app }: StoredChangeset): boolean {
  if (caller.token_type !== "human" || type !== "oauth_app") return false;
  return app === null || app.member_id === caller.member_id;
}

/** True for a proposer who may be let decide: signed in, on an own proposal (trust.second-person). */
function mayBeSelf(caller: Caller, stored: StoredChangeset): boolean {
  return caller.token_type === "member" && isOfMember(stored.token_type);
}

/** Tests whether the caller decides on the changeset by the standing, as far as a memory knows. */
export function isDecider(caller: Caller, stored: StoredChangeset, standing: Standing | undefined): boolean {
  if (!mayDecide(caller) || isOfOwnApp(caller, stored)) return false;
  const isOwn = isProposer(caller, stored);
  if (isOwn && !mayBeSelf(caller, stored)) return false;
  if (standing === undefined) return isLeader(caller);
  return isOwn ? standing.eligible.includes(actorIdOf(caller)) : isAmong(standing, caller);
}

/**
 * Throws 403 unless the caller may be one who decides on the changeset: the session of a member, or a human token that
 * proves an owner or admin (trust.decide). It is of somebody else than the proposer, or of a proposer who may be let
 * decide (trust.second-person). The scope audit:admin has been seen to.
 */
export function requireDecider(caller: Caller, stored: StoredChangeset): void {
  if (!isDeciding(caller))
    throw mayNotDecide(
      "Only an owner, an admin or an approver of a rule can approve or reject proposals. Sign in as one, or use a human token of an owner or admin.",
    );
  if (!provesMember(caller)) throw unprovenMember();
  if (isProposer(caller, stored) && !mayBeSelf(caller, stored)) throw needsSecondPerson();
  if (isOfOwnApp(caller, stored))
    throw mayNotDecide(
      "Your connected app made this proposal, so you cannot approve or reject it. Ask another owner or admin.",
    );
}

/**
 * Throws as requireDecider does, for the caller, the members and the rules as auth's database has them now. Throws 401
 * once the token or session is over, and 503 while auth cannot answer. A proposer decides with a fresh sign-in: 403
 * step_up_required without one.
 */
export async function requireDeciderNow(
  call: DecidingCall,
  stored: StoredChangeset,
  findProposer: FindProposer = () => proposerNow(call, stored),
): Promise<Decision> {
  const { caller, deps, hop } = call;
  requireDecider(caller, stored);
  const facts = await deps.deciderFacts(askedOf(caller), hop);
  await ownTurn();
  const decision = await decisionNow(call, stored, facts, findProposer);
  if (!facts.provesMember) throw unprovenMember();
  try {
    requireStanding(caller, stored, decision);
  } catch (thrown) {
    await requireSeen(call, stored);
    throw thrown;
  }
  return decision;
}

/** Throws 404 for a signed-in member who may not read the changeset; owners and admins know that it exists. */
async function requireSeen(call: DecidingCall, stored: StoredChangeset): Promise<void> {
  if (isSignedInMember(call.caller)) await requireReadable(call, stored);
}

/** Throws 409 for a changeset that is no longer queued, and 412 for one of another version than the caller wants. */
export async function requirePending(
  call: DecidingCall & Pick<Call<Deps>, "ifMatch">,
  stored: StoredChangeset,
): Promise<void> {
  try {
    if (stored.status !== "queued") throw notPending(stored.status);
    requireVersion(call.ifMatch, stored);
  } catch (thrown) {
    await requireSeen(call, stored);
    throw thrown;
  }
}

/** Throws 403 unless the standing lets the caller decide. */
function requireStanding(
  caller: Caller,
  stored: StoredChangeset,
  { facts, standing }: Pick<Decision, "facts" | "standing">,
): void {
  const isOwn = isProposer(caller, stored);
  const isNamed = standing.eligible.includes(actorIdOf(caller));
  if (isOwn && !isNamed) throw needsSecondPerson();
  if (!isNamed || !(isLeading(facts.role) || (caller.token_type === "member" && facts.role === "member")))
    throw mayNotDecide(
      standing.rule === undefined
        ? "Your role no longer allows you to approve or reject. Ask an owner or admin to do it."
        : `Only the approvers of the rule "${standing.rule.name}" can approve or reject this. Ask one of them to sign in and do it.`,
    );
  if (isOwn && !facts.isFresh) throw stepUpRequired(facts.hasPasskey ? ["sign_in", "passkey"] : ["sign_in"]);
}

async function decisionNow(
  call: DecidingCall,
  stored: StoredChangeset,
  facts: DeciderFacts,
  findProposer: FindProposer,
): Promise<Decision> {
  const rules = facts.rules?.rules ?? [];
  if (rules.length === 0 && stored.votes.length === 0)
    return { facts, rules, hand: undefined, standing: plainStanding(call.caller, stored, facts) };
  const hand = proposingHand(stored, await findProposer());
  const verdict = await verdictOnProposal(teamOf(call), { rules, hand }, stored, stored.operations ?? []);
  return { facts, rules, hand, standing: await standingOf(verdict, stored, activeNow(call)) };
}

/** Answers active members from auth's database. */
export function activeNow({ caller, deps, hop }: DecidingCall): ActiveAmong {
  return async (approvers) => {
    const { activeApprovers } = await deps.deciderFacts({ ...askedOf(caller), approvers }, hop);
    if (activeApprovers === undefined) throw new Error("Auth answered no approvers.");
    return activeApprovers;
  };
}

function askedOf({ team_id: teamId, token_id: tokenId }: Caller) {
  return { teamId, tokenId };
}

/** Standing without rules and earlier approvals, as far as this caller's decision needs it. */
function plainStanding(caller: Caller, stored: StoredChangeset, { role, isAlone }: DeciderFacts): Standing {
  const members = isLeading(role) ? [actorIdOf(caller)] : [];
  return {
    rule: undefined,
    refusal: undefined,
    approvers: LEADERS,
    members,
    eligible: isAlone || !isProposer(caller, stored) ? members : [],
    needed: 1,
  };
}

/** Finds who proposes now; undefined where that token or member is gone. */
async function proposerNow(
  { caller, deps, hop }: DecidingCall,
  { token_id: tokenId, door }: StoredChangeset,
): Promise<Caller | undefined> {
  try {
    const at = (door ?? "rest") as Caller["door"];
    return await deps.callerOf({ teamId: caller.team_id, tokenId, door: at }, hop);
  } catch (thrown) {
    if (asAppError(thrown).status >= 500) throw thrown;
    return undefined;
  }
}

/**
 * Throws 403 where a rule of now refuses what is proposed, and where a rule queues what the caller does not see all of
 * (rules.decisions).
 */
export function requireApprovable(
  { caller, deps }: Pick<DecidingCall, "caller" | "deps">,
  { operations }: Pick<StoredChangeset, "operations">,
  { refusal, rule }: Standing,
): void {
  if (refusal !== undefined) throw ruleRefused(refusal);
  if (rule === undefined) return;
  for (const { resource } of operations ?? [])
    if (!maySee(deps.resources, { rights: caller }, resource))
      throw insufficientScope(resourceOf(deps.resources, resource).scope, "read");
}

/**
 * Throws 403 where the team approves with passkeys alone, for a token and for a session without a recent one
 * (passkeys.trust).
 */
export function requirePasskey(
  { token_type: type }: Caller,
  { needsStepUp, isSteppedUp, hasPasskey }: DeciderFacts,
): void {
  if (!needsStepUp || isSteppedUp) return;
  if (type !== "member")
    throw mayNotDecide("This team approves with passkeys. Sign in, and use a passkey to approve.");
  throw passkeyRequired(hasPasskey);
}

function needsSecondPerson(): AppError {
  return mayNotDecide("You cannot approve your own proposal. Ask another person who can approve it.");
}
