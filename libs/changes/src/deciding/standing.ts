import type { Caller } from "@jst/caller";
import { personOf } from "../access.ts";
import { storedRule, type StoredApproval, type StoredChangeset, type StoredVote } from "../queries.ts";
import type { ApprovalRule, RuleApprovers } from "../rules/rule.ts";
import type { Verdict } from "../rules/judge.ts";

/** Approvers of what no rule is about: owners and admins (trust.decide). */
export const LEADERS: RuleApprovers = { roles: ["owner", "admin"], members: [] };

/** How a proposal is decided on by the rules and members of a moment (rules.approvers). */
export interface Standing {
  /** The rule that queues the proposal; undefined where none does. */
  rule: ApprovalRule | undefined;
  /** The rule that refuses what is proposed; undefined where none does. */
  refusal: ApprovalRule | undefined;
  approvers: RuleApprovers;
  /** Ids of the active members among the approvers, the proposer too. */
  members: readonly string[];
  /** Ids of those who may decide. */
  eligible: readonly string[];
  /** Number of approvals, at most that of the members who may decide. */
  needed: number;
}

/** How an open proposal is decided on; undefined while that is not known. */
export type StandingOf = (stored: StoredChangeset) => Standing | undefined;

/** Active members of the team among the approvers, by id. */
export type ActiveAmong = (approvers: RuleApprovers) => Promise<readonly string[]>;

/**
 * Says who may decide on a proposal. Its proposer may where the rule allows it, and where nobody else is there; owners
 * and admins decide where none but the proposer is active among the approvers of the rule.
 */
export async function standingOf(
  verdict: Verdict | undefined,
  stored: StoredChangeset,
  activeAmong: ActiveAmong,
): Promise<Standing> {
  const rule = verdict?.outcome === "queue" ? verdict.rule : undefined;
  const refusal = verdict?.outcome === "refuse" ? verdict.rule : undefined;
  const proposer = proposingMember(stored);
  const named = rule === undefined ? [] : await activeAmong(rule.approvers);
  const isLed = rule === undefined || named.every((id) => id === proposer);
  const members = isLed ? union(named, await activeAmong(LEADERS)) : named;
  const others = members.filter((id) => id !== proposer);
  const isSelf = others.length < members.length && (others.length === 0 || rule?.allow_self === true);
  const eligible = isSelf ? members : others;
  return {
    rule,
    refusal,
    approvers: isLed ? LEADERS : rule.approvers,
    members,
    eligible,
    needed: Math.max(1, Math.min(rule?.needed ?? 1, eligible.length)),
  };
}

function union(some: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...some, ...more])];
}

/**
 * Returns the member who proposed, signed in or by an own token. Who proposes as an app or a service token is not one.
 */
export function proposingMember({ token_type: type, actor_id: id }: StoredChangeset): string | undefined {
  return type === "member" || type === "human" || type === "break_glass" ? id : undefined;
}

/** Returns the votes of members who may decide. */
export function countedVotes(votes: readonly StoredVote[], { eligible }: Standing): StoredVote[] {
  return votes.filter(({ member_id: id }) => eligible.includes(id));
}

/** True if the approval of the member completes the proposal, beside the votes that count. */
export function isComplete(votes: readonly StoredVote[], memberId: string, standing: Standing): boolean {
  const members = new Set(countedVotes(votes, standing).map(({ member_id: id }) => id));
  return members.add(memberId).size >= standing.needed;
}

/** Reduces the standing to what a changeset stores of it once it is decided on. */
export function storedStanding({ rule, needed, approvers }: Standing): StoredApproval | undefined {
  if (rule === undefined) return undefined;
  return { rule: storedRule(rule), needed, approvers };
}

/** Tests whether the member who calls is an approver: by id, or by a role that may be newer than what is remembered. */
export function isAmong({ members, approvers }: Standing, caller: Caller): boolean {
  const member = personOf(caller);
  if (member === undefined) return false;
  return members.includes(member) || approvers.roles.some((role) => role === caller.role);
}

/** Tests whether the rule of a proposal names the member who calls (rules.reading). */
export function isNamed(caller: Caller, _stored: StoredChangeset, standing: Standing | undefined): boolean {
  return standing?.rule !== undefined && isAmong(standing, caller);
}
