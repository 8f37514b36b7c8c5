import { isDeepStrictEqual } from "node:util";
import type { Change } from "./changes.ts";
import type { Conflict } from "./conflicts.ts";
import { fieldChanges, shownFields, versionOf } from "./images.ts";
import { resourceOf, type Resources } from "./resource.ts";

/**
 * Lists the reasons against applying a proposal: it was shown to change certain resources in certain states, and would
 * now change others, or the same in other states. Empty if nothing has changed.
 */
export function movedSince(
  resources: Resources,
  proposed: readonly Change[],
  actual: readonly Change[],
): Conflict[] {
  const conflicts: Conflict[] = [];
  const [shown, present] = [firstById(proposed), firstById(actual)];
  for (const [key, before] of shown) {
    const now = present.get(key);
    if (now === undefined) conflicts.push(unlike(before, "The proposal would no longer change this."));
    else if (hasMoved(before, now)) conflicts.push(conflictOf(resources, before, now));
  }
  for (const [key, change] of present)
    if (!shown.has(key)) conflicts.push(unlike(change, "The proposal would now change this too."));
  return conflicts.length > 0 || isDeepStrictEqual(createsOf(proposed), createsOf(actual))
    ? conflicts
    : allOf(proposed, "The proposal would now create another number of these.").slice(0, 1);
}

/**
 * Lists what an edited proposal changes as its former version did, and what has been changed since that was shown: the
 * edit itself does not count.
 */
export function movedBases(
  resources: Resources,
  proposed: readonly Change[],
  actual: readonly Change[],
): Conflict[] {
  const present = firstById(actual);
  return [...firstById(proposed)].flatMap(([key, before]) => {
    const now = present.get(key);
    return now === undefined || !hasOtherBase(before, now) ? [] : [conflictOf(resources, before, now)];
  });
}

function unlike({ resource, id }: Change, reason: string): Conflict {
  return { resource, id, fields: [], reason };
}

/** Lists everything that a proposal would change, and each kind that it would create, as conflicts. */
export function allOf(proposed: readonly Change[], reason: string): Conflict[] {
  const made = new Set(proposed.filter(({ before }) => before === null).map(({ resource }) => resource));
  const changed = proposed.filter(({ before }) => before !== null);
  return [
    ...[...made].map((resource) => ({ resource, fields: [], reason })),
    ...changed.map((change) => unlike(change, reason)),
  ];
}

/** Finds the first change of each resource that existed before. */
function firstById(changes: readonly Change[]): Map<string, Change> {
  const first = new Map<string, Change>();
  for (const change of changes) {
    const key = `${change.resource} ${change.id}`;
    if (change.before !== null && !first.has(key)) first.set(key, change);
  }
  for (const { resource, id, before } of changes) if (before === null) first.delete(`${resource} ${id}`);
  return first;
}

/** Counts the creations of each resource; their ids differ from run to run. */
function createsOf(changes: readonly Change[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { resource, before } of changes)
    if (before === null) counts[resource] = (counts[resource] ?? 0) + 1;
  return counts;
}

function hasMoved(shown: Change, now: Change): boolean {
  return shown.op !== now.op || hasOtherBase(shown, now);
}

function hasOtherBase(shown: Change, now: Change): boolean {
  const version = versionOf(shown.before);
  return version === undefined
    ? !isDeepStrictEqual(shown.before, now.before)
    : version !== versionOf(now.before);
}

function conflictOf(resources: Resources, shown: Change, now: Change): Conflict {
  const resource = resourceOf(resources, shown.resource);
  const fields = shownFields(resource, fieldChanges(resource, { before: shown.before, after: now.before }));
  if (fields.length > 0) return { resource: shown.resource, id: shown.id, fields };
  return unlike(shown, "This was changed, and changed back, after the proposal was made.");
}
