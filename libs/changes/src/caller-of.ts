import type { Caller, Door, Role } from "@jst/caller";
import { AppError } from "@jst/errors";
import { InternalRefusal, type PeerRpc } from "@jst/rpc";
import { rulesFrom, type RulesPeer } from "./rules/known-rules.ts";
import type { ActiveMembersOf, CallerOf, DeciderFactsOf, Deps, MembersOf, RulesNow } from "./deps.ts";
import { membersFrom, membersNowFrom, type MembersPeer } from "./members-of.ts";
import type { RuleApprovers, TeamRules } from "./rules/rule.ts";

/** Approvers of a rule as auth takes them. */
interface WireApprovers {
  roles: RuleApprovers["roles"][number][];
  members: string[];
}

/** The rpcs of auth that changesets need. */
export interface ProposerPeer extends MembersPeer, RulesPeer {
  callerFor: PeerRpc<{ team_id: string; token_id: string; door: Door }, { caller_token: string }>;
  decisionFacts: PeerRpc<
    { team_id: string; token_id: string; approvers?: WireApprovers },
    {
      role: Role | null;
      proves_member: boolean;
      is_fresh?: boolean;
      is_alone?: boolean;
      needs_step_up?: boolean;
      is_stepped_up?: boolean;
      has_passkey?: boolean;
      active_approvers?: readonly string[];
      rules?: { version: number; rules: readonly object[] } | null;
    }
  >;
  findMembers: PeerRpc<
    { team_id: string; ids: string[] },
    { members: readonly { id: string; suspended: boolean }[] }
  >;
}

/** Asks auth for the caller behind a token. A token that no longer has one is `gone`: 403 to the decider. */
export function callersFrom(
  auth: Pick<ProposerPeer, "callerFor">,
  verifyCaller: (token: string) => Caller | Promise<Caller>,
  gone: (cause: InternalRefusal) => AppError = proposerGone,
): CallerOf {
  return async ({ teamId, tokenId, door }, hop) => {
    try {
      const body = { team_id: teamId, token_id: tokenId, door };
      const { caller_token: token } = await auth.callerFor(body, hop);
      return await verifyCaller(token);
    } catch (error) {
      if (error instanceof InternalRefusal && error.status < 500) throw gone(error);
      throw error;
    }
  };
}

/** Asks auth what a token or session may decide now. */
function deciderFactsFrom(auth: Pick<ProposerPeer, "decisionFacts">): DeciderFactsOf {
  return async ({ teamId, tokenId, approvers }, hop) => {
    try {
      const body = { team_id: teamId, token_id: tokenId, ...(approvers && { approvers: wireOf(approvers) }) };
      const facts = await auth.decisionFacts(body, hop);
      return {
        role: facts.role,
        provesMember: facts.proves_member,
        // The release before answers none of these.
        isFresh: facts.is_fresh === true,
        isAlone: facts.is_alone === true,
        needsStepUp: facts.needs_step_up === true,
        isSteppedUp: facts.is_stepped_up === true,
        hasPasskey: facts.has_passkey === true,
        activeApprovers: facts.active_approvers,
        rules: (facts.rules ?? undefined) as TeamRules | undefined,
      };
    } catch (error) {
      if (error instanceof InternalRefusal && error.status < 500) throw deciderGone(error);
      throw error;
    }
  };
}

function wireOf({ roles, members }: RuleApprovers): WireApprovers {
  return { roles: [...roles], members: [...members] };
}

/** Answers of auth that changesets of a service need. */
export interface AuthFacts extends Pick<
  Deps,
  "callerOf" | "deciderFacts" | "membersOf" | "activeMembers" | "rulesOf"
> {
  rulesNow: RulesNow;
  /** As auth's database has them, where `membersOf` may be seconds old. */
  membersNow: MembersOf;
}

/** Returns the answers of auth. Throws where the service may not ask for one of them. */
export function authFactsFrom(
  name: string,
  auth: Partial<ProposerPeer> = {},
  verifyCaller: (token: string) => Caller | Promise<Caller>,
): AuthFacts {
  const { callerFor, decisionFacts, findMembersByRole, findMembers, getRules } = auth;
  if (
    callerFor === undefined ||
    decisionFacts === undefined ||
    findMembersByRole === undefined ||
    findMembers === undefined ||
    getRules === undefined
  ) {
    const rpcs = "CallerFor, DecisionFacts, FindMembersByRole, FindMembers and GetRules";
    throw new Error(`Name ${name} as a caller of ${rpcs} in auth/v1/identities.proto.`);
  }
  return {
    callerOf: callersFrom({ callerFor }, verifyCaller),
    deciderFacts: deciderFactsFrom({ decisionFacts }),
    membersOf: membersFrom({ findMembersByRole }),
    membersNow: membersNowFrom({ findMembersByRole }),
    activeMembers: activeMembersFrom({ findMembers }),
    rulesOf: rulesFrom({ getRules }),
    rulesNow: (teamId, hop) => getRules({ team_id: teamId }, hop),
  };
}

/** Asks auth which ids are members of the team who are not suspended. */
function activeMembersFrom(auth: Pick<ProposerPeer, "findMembers">): ActiveMembersOf {
  return async (teamId, ids, hop) => {
    const { members } = await auth.findMembers({ team_id: teamId, ids: [...ids] }, hop);
    return new Set(members.filter(({ suspended }) => !suspended).map(({ id }) => id));
  };
}

/** As Check refuses a token or session that is over; its memory may be seconds behind. */
function deciderGone(cause: InternalRefusal): AppError {
  const code = cause.code === "expired_token" ? "expired_token" : "revoked_token";
  return new AppError(code, cause.problem.detail, { cause });
}

function proposerGone(cause: InternalRefusal): AppError {
  const detail =
    "The token that made this proposal is revoked, or its member is suspended. Send the change again with another token.";
  return new AppError("insufficient_scope", detail, { cause });
}
