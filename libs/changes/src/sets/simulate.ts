import type { Image } from "../changes.ts";
import type { Resource } from "../resource.ts";
import type { NetChange } from "../undo/net-changes.ts";
import { planOf, type Plan, type Step } from "../undo/plan.ts";

/**
 * Plans the undo of a record that several members of a set have changed, `changes` being theirs, newest first. Each
 * step begins at what the one before it leads to, as the members are taken back one by one. Answers the first change
 * that is in conflict, with its plan.
 */
export function planChain(
  resource: Resource,
  changes: readonly NetChange[],
  present: Image | null,
  leaving: ReadonlySet<string>,
): { change: NetChange; plan: Plan } | undefined {
  let current = present;
  for (const change of changes) {
    const plan = planOf(resource, change, current, leaving);
    if (plan.conflict !== undefined || (plan.edited ?? []).length > 0) return { change, plan };
    current = afterStep(resource, current, plan.step);
  }
  return undefined;
}

function afterStep(resource: Resource, current: Image | null, step: Step | undefined): Image | null {
  if (step === undefined) return current;
  if (step.kind === "insert") return step.row;
  if (step.kind === "update")
    return current === null ? null : updated(resource, current, step.row, step.columns);
  const { deletedAt, ended } = resource;
  const end = ended?.column ?? deletedAt;
  if (step.kind === "erase" || current === null || end === undefined) return null;
  return { ...current, [end]: ended?.value ?? new Date(0).toISOString() };
}

/** Returns the row with the former values of these columns; null stands for an absent member of a keyed one. */
function updated({ images }: Resource, current: Image, row: Image, columns: readonly string[]): Image {
  const after: Image = { ...current };
  for (const column of columns) {
    const isKeyed = images?.keyed?.includes(column) === true;
    after[column] = isKeyed ? merged(current[column] as Image, row[column] as Image) : row[column];
  }
  return after;
}

function merged(former: Image, given: Image): Image {
  return Object.fromEntries(Object.entries({ ...former, ...given }).filter(([, value]) => value !== null));
}
