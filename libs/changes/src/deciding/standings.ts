import type { Role } from "@jst/caller";
import { asAppError } from "@jst/errors";
import type { Change } from "../changes.ts";
import type { StoredChangeset } from "../queries.ts";
import type { ApprovalRule } from "../rules/rule.ts";
import { proposingHand, serviceCallers, verdictOn, type DecidingCall } from "./decision-rule.ts";
import { proposedBatch, type ProposedRow } from "./queued.ts";
import { LEADERS, standingOf, type Standing, type StandingOf } from "./standing.ts";

const EVERYBODY = ["owner", "admin", "member"] as const;
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
  const services = await unlessAway(serviceCallers(call, rules.length === 0 ? [] : queued));
  if (services === undefined) return unknown;
  const standings = new Map<string, Standing>();
  const set = async (stored: StoredChangeset, changes: readonly Change[]) => {
    const proposer = services.get(stored.token_id);
    const hand = proposingHand(call, stored, proposer, members.get(stored.actor_id));
    const verdict = await verdictOn(call, rules, hand, changes);
    standings.set(stored.id, await standingOf(verdict, stored, activeOf(members)));
  };
  if (rules.length === 0) for (const stored of queued) await set(stored, []);
  else await forEachProposed(call, queued, set);
  return ({ id }) => standings.get(id);
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
  { caller, read }: DecidingCall,
  queued: readonly StoredChangeset[],
  work: (stored: StoredChangeset, changes: readonly Change[]) => Promise<void>,
): Promise<void> {
  const left = new Map(queued.map((stored) => [stored.id, stored]));
  while (left.size > 0) {
    const rows = await read<ProposedRow>(proposedBatch(caller.team_id, [...left.keys()]));
    for (const { id, operations } of rows) {
      const stored = left.get(id);
      if (stored !== undefined) await work(stored, operations);
      left.delete(id);
    }
    // The others are gone.
    if (rows.length === 0) return;
  }
}
