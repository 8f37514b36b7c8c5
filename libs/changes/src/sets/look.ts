import type { Caller, TeamFacts } from "@jst/caller";
import type { Database, TeamContext, TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { Conflict } from "../conflicts.ts";
import type { StoredChangeset } from "../queries.ts";
import { resourceOf, type Resources } from "../resource.ts";
import { composedChanges } from "../undo/composed.ts";
import { netChanges, type NetChange } from "../undo/net-changes.ts";
import { byPolicy, currentOf, editsOf, type PlannedChange } from "../undo/undo.ts";
import { namedConflicts } from "./named-conflicts.ts";
import { findMade, findOfResources, findTouched, keyOf, type PlacedChange } from "./set-queries.ts";
import { planChain } from "./simulate.ts";

/** Conflicts that a refusal lists. */
const CONFLICTS_SHOWN = 100;
/** Members that one statement looks through. */
const STRETCH = 20;

/** Parts of a service that undo sets. */
export interface SetParts {
  service: string;
  resources: Resources;
  database: Database;
}

/** Returns the resources of a set whose records are removed when their creation is undone. */
function removedResources(resources: Resources, { resources: own }: StoredChangeset): string[] {
  return (own ?? []).filter((name) => {
    const { deletedAt, ended } = resourceOf(resources, name);
    return deletedAt === undefined && ended === undefined;
  });
}

/** Reads the ids of what leaves with everything in it when the set is undone. */
export async function leavingOf(
  { resources, database }: SetParts,
  context: TeamContext,
  set: StoredChangeset,
): Promise<string[]> {
  const removed = removedResources(resources, set);
  if (removed.length === 0) return [];
  const rows = await database.read<{ id: string }>(context, findMade(context.teamId, set.id, removed));
  return rows.map(({ id }) => id);
}

/**
 * Looks through all members of a set for what stands in the way of its undo, and throws changeset_conflict with the
 * first conflicts and their number (trust.set-undo). Nothing is written, and no lock stays.
 */
export async function requireNoConflicts(
  parts: SetParts,
  context: TeamContext,
  { set, leaving, caller }: { set: StoredChangeset; leaving: readonly string[]; caller: Caller },
): Promise<void> {
  const look = { ...parts, team: caller.team, set, leaving: new Set(leaving) };
  const removed = removedResources(parts.resources, set);
  const conflicts: Conflict[] = [];
  let count = 0;
  const add = (found: readonly Conflict[]) => {
    count += found.length;
    conflicts.push(...found.slice(0, CONFLICTS_SHOWN - conflicts.length));
  };
  if (removed.length > 0) {
    const statement = findOfResources(context.teamId, set.id, removed);
    const changes = await parts.database.read<PlacedChange>(context, statement, "custom");
    add(await preview(look, context, changes, usesOf));
  }
  for (let to = set.member_count ?? 0; to > 0; to -= STRETCH) {
    const statement = findTouched(context.teamId, set.id, { from: to - STRETCH + 1, to }, removed);
    const changes = await parts.database.read<PlacedChange>(context, statement, "custom");
    if (changes.length > 0) add(await preview(look, context, changes));
  }
  if (count === 0) return;
  throw new AppError(
    "changeset_conflict",
    "The data was edited or used after this change; see conflicts. Check those edits first; force=true overwrites them.",
    {
      extension: {
        conflicts: await namedConflicts(parts, context, caller, conflicts),
        conflict_count: count,
      },
    },
  );
}

interface Look extends SetParts {
  set: StoredChangeset;
  leaving: ReadonlySet<string>;
  team: TeamFacts;
}

type Further = (tx: TeamTx, look: Look, net: readonly NetChange[]) => Promise<readonly Conflict[]>;

/** Finds the conflicts of these changes in a transaction that leaves nothing. */
function preview(
  look: Look,
  context: TeamContext,
  changes: readonly PlacedChange[],
  further?: Further,
): Promise<Conflict[]> {
  return look.database.preview(context, async (tx) => {
    await composedChanges(tx, look.resources, changes);
    const chains = chainsOf(changes);
    const newest = [...chains.values()].flatMap((chain) => chain.slice(0, 1));
    const whole = netChanges(changes);
    const uses = (await further?.(tx, look, whole)) ?? [];
    const present = await currentOf(tx, look.resources, newest);
    const planned = newest.flatMap((change): PlannedChange | [] => {
      const chain = chains.get(keyOf(change)) ?? [];
      return (
        planChain(resourceOf(look.resources, change.resource), chain, present(change), look.leaving) ?? []
      );
    });
    return [...uses, ...(await editsOf(tx, look.resources, planned))];
  });
}

/** Returns what each member changes of a record, newest first, by record. */
function chainsOf(changes: readonly PlacedChange[]): ReadonlyMap<string, NetChange[]> {
  const chains = new Map<string, NetChange[]>();
  const members = [...Map.groupBy(changes, ({ place }) => place)].sort(([one], [other]) => other - one);
  for (const [, own] of members)
    for (const change of netChanges(own)) {
      const chain = chains.get(keyOf(change));
      if (chain === undefined) chains.set(keyOf(change), [change]);
      else chain.push(change);
    }
  return chains;
}

/** Finds what others have come to use of what leaves, and have put into it. */
const usesOf: Further = async (tx, { resources, set, team }, net) => {
  const found: Conflict[] = [];
  const options = { force: false, madeAt: set.created_at, team };
  for (const [policy, own] of byPolicy(resources, net)) {
    found.push(...((await policy.othersIn?.(tx, own, set.id)) ?? []));
    found.push(...((await policy.release?.(tx, own, options)) ?? []));
  }
  return found;
};
