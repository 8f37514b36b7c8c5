import type { Caller, Door, Role, TokenType } from "@jst/caller";
import type { Statement, TeamTx } from "@jst/db";
import { asAppError } from "@jst/errors";
import type { Call } from "@jst/rpc";
import type { Change } from "../changes.ts";
import type { Deps } from "../deps.ts";
import type { StoredChangeset } from "../queries.ts";
import { storedHand, type Proposer } from "../rules/hand.ts";
import { countExecuted } from "../rules/counts.ts";
import { judge, type Verdict } from "../rules/judge.ts";
import { judgedOperations } from "../rules/operations.ts";
import type { ApprovalRule, Hand } from "../rules/rule.ts";
import { ruleRefused, verdictOf } from "../rules/ruled.ts";

/** Call of who decides or reads. */
export type DecidingCall = Pick<Call<Deps>, "caller" | "deps" | "hop" | "read">;

/** Team whose proposals are judged, and the parts that judge them: for a caller, or for nobody. */
export interface JudgedTeam extends Pick<DecidingCall, "hop" | "read"> {
  teamId: string;
  timezone: string | undefined;
  deps: Pick<Deps, "resources" | "callerOf">;
}

/** Returns the team of the caller, to judge its proposals. */
export function teamOf({ caller, ...parts }: DecidingCall): JudgedTeam {
  return { ...parts, teamId: caller.team_id, timezone: caller.team.timezone };
}

/** Returns the rule that the operations of a proposal match by the rules of now; undefined where none does. */
export function verdictOn(
  { teamId, timezone, deps, read }: JudgedTeam,
  rules: readonly ApprovalRule[],
  hand: Hand,
  changes: readonly Change[],
): Promise<Verdict | undefined> {
  const parts = { resources: deps.resources, read: (statement: Statement) => read(statement) };
  return verdictOf(parts, { rules, hand }, changes, { teamId, timezone });
}

/**
 * Returns the rule that an open proposal matches by the rules of now. The rule that has queued work in pages decides as
 * long as it queues: what is stored are the first changes of the work alone (imports.propose).
 */
export function verdictOnProposal(
  team: JudgedTeam,
  { rules, hand }: { rules: readonly ApprovalRule[]; hand: Hand },
  { kind, timeout_rule: queued }: Pick<StoredChangeset, "kind" | "timeout_rule">,
  changes: readonly Change[],
): Promise<Verdict | undefined> {
  const ruleId = kind === "set" ? queued?.rule.id : undefined;
  const rule = rules.find(({ id, outcome }) => id === ruleId && outcome === "queue");
  if (rule !== undefined) return Promise.resolve({ rule, outcome: rule.outcome });
  return verdictOn(team, rules, hand, changes);
}

/**
 * Counts what an approval executes for the hand that proposed it, before the commit; throws rule_refused where a rule
 * with a limit of the day refuses it by now (rules.per-day).
 */
export async function countApproved(
  tx: TeamTx,
  { resources }: Pick<Deps, "resources">,
  { rules, hand }: { rules: readonly ApprovalRule[]; hand: Hand | undefined },
  changes: readonly Change[],
): Promise<void> {
  if (hand === undefined) return;
  const operations = judgedOperations(resources, changes);
  const verdict = judge(rules, hand, operations, await countExecuted(tx, rules, hand, operations));
  if (verdict?.outcome === "refuse") throw ruleRefused(verdict.rule);
}

/**
 * Finds the callers behind the service tokens of these changesets by token id: how rules see such a token follows from
 * the role of its sponsor (rules.judging). A token that is over has none. Throws unavailable while auth cannot say.
 */
export async function serviceCallers(
  { teamId, deps, hop }: JudgedTeam,
  changesets: readonly StoredChangeset[],
): Promise<ReadonlyMap<string, Caller>> {
  const ofService = changesets.filter(({ token_type: type }) => type === "service");
  const ids = [...new Set(ofService.map(({ token_id: id }) => id))];
  const found = await Promise.all(
    ids.map((tokenId) => deps.callerOf({ teamId, tokenId, door: "rest" }, hop).catch(undefinedIfOver)),
  );
  return new Map(ids.flatMap((id, place) => (found[place] === undefined ? [] : [[id, found[place]]])));
}

function undefinedIfOver(thrown: unknown): undefined {
  if (asAppError(thrown).status >= 500) throw thrown;
}

/** Returns the hand that proposed; where the caller behind its token is not known, as the changeset names it. */
export function proposingHand(stored: StoredChangeset, proposer: Caller | undefined, role?: Role): Hand {
  return storedHand(stored, proposer ?? assumedProposer(stored, role));
}

/** The proposer as the changeset names it. */
function assumedProposer(stored: StoredChangeset, role: Role | undefined): Proposer {
  const { token_id, token_type, actor_id, door, oauth_app: app, family_id: family } = stored;
  const isMember = token_type !== "service" && token_type !== "oauth_app";
  return {
    token_id,
    token_type: token_type as TokenType,
    ...(isMember && { member_id: actor_id }),
    ...(family !== null && { family_id: family }),
    ...(app !== null && {
      oauth_app: { client_id: app.client_id, client_name: app.client_name, issuer: "" },
    }),
    ...(role !== undefined && { role }),
    door: (door ?? "rest") as Door,
  };
}
