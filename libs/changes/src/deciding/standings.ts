import type { Role } from "@jst/caller";
import { asAppError } from "@jst/errors";
import type { Change } from "../changes.ts";
import type { StoredChangeset } from "../queries.ts";
import type { ApprovalRule } from "../rules/rule.ts";
import type { Verdict } from "../rules/judge.ts";
import {
  proposingHand,
  serviceCallers,
  teamOf,
  verdictOnProposal,
  type DecidingCall,
  type JudgedTeam,
} from "./decision-rule.ts";
import { proposedBatch, type ProposedRow } from "./queued.ts";
import { LEADERS, standingOf, type Standing, type StandingOf } from "./standing.ts";

export const EVERYBODY = ["owner", "admin", "member"] as const;
const unknown: StandingOf = () => undefined;

/**
 * Says of the open ones among these changesets how they are decided on, by rules and members that may be seconds old:
 * for answers, never for decisions (rules.decisions).
 */
export async function standingsFor(
  call: DecidingCall,
  listed: readonly StoredChangeset[],
): Promise<StandingOf> {
  const queued = listed.filter(({ status }) => status === "queued");
  if (queued.length === 0) return unknown;
  const { caller, deps, hop } = call;
  const rules = await unlessAway(rulesOf(call));
  if (rules === undefined) return unknown;
  const asked = rules.length === 0 ? LEADERS.roles : EVERYBODY;
  const members = await deps.membersOf(caller.team_id, asked, hop);
  if (members === undefined) return unknown;
  const verdicts = await unlessAway(verdictsOn(teamOf(call), { rules, members }, queued));
  if (verdicts === undefined) return unknown;
  const standings = new Map<string, Standing>();
  for (const { stored, verdict } of verdicts)
    standings.set(stored.id, await standingOf(verdict, stored, activeOf(members)));
  return ({ id }) => standings.get(id);
}

/** Open proposal with the rule that it matches. */
interface Judged {
  stored: StoredChangeset;
  verdict: Verdict | undefined;
}

/** Judges open proposals by the rules, and by what the members are now; leaves out those that are gone. */
export async function verdictsOn(
  team: JudgedTeam,
  { rules, members }: { rules: readonly ApprovalRule[]; members: ReadonlyMap<string, Role> },
  queued: readonly StoredChangeset[],
): Promise<Judged[]> {
  if (rules.length === 0) return queued.map((stored) => ({ stored, verdict: undefined }));
  const services = await serviceCallers(team, queued);
  const judged: Judged[] = [];
  await forEachProposed(team, queued, async (stored, changes) => {
    const hand = proposingHand(stored, services.get(stored.token_id), members.get(stored.actor_id));
    judged.push({ stored, verdict: await verdictOnProposal(team, { rules, hand }, stored, changes) });
  });
  return judged;
}

async function rulesOf({ caller, deps, hop }: DecidingCall): Promise<readonly ApprovalRule[]> {
  const known = await deps.rulesOf(caller.team_id, caller.team.rules, hop);
  return known?.rules ?? [];
}

/** Answers undefined while auth is away. */
async function unlessAway<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (thrown) {
    if (asAppError(thrown).status !== 503) throw thrown;
    return undefined;
  }
}

function activeOf(members: ReadonlyMap<string, Role>) {
  return (approvers: { roles: readonly Role[]; members: readonly string[] }): Promise<string[]> => {
    const found = [...members].filter(
      ([id, role]) => approvers.roles.includes(role) || approvers.members.includes(id),
    );
    return Promise.resolve(found.map(([id]) => id).sort());
  };
}

/** Calls back with each changeset and what it proposes, as much at once as fits into memory. */
async function forEachProposed(
  { teamId, read }: JudgedTeam,
  queued: readonly StoredChangeset[],
  work: (stored: StoredChangeset, changes: readonly Change[]) => Promise<void>,
): Promise<void> {
  const left = new Map(queued.map((stored) => [stored.id, stored]));
  while (left.size > 0) {
    const rows = await read<ProposedRow>(proposedBatch(teamId, [...left.keys()]));
    for (const { id, operations } of rows) {
      const stored = left.get(id);
      if (stored !== undefined) await work(stored, operations);
      left.delete(id);
    }
    // The others are gone.
    if (rows.length === 0) return;
  }
}
