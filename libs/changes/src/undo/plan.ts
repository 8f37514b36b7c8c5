import type { Image } from "../changes.ts";
import type { Conflict } from "../conflicts.ts";
import { fieldChanges, isSame, shownField, versionOf, type FieldChange } from "../images.ts";
import type { Resource } from "../resource.ts";
import type { NetChange } from "./net-changes.ts";

/** How one row is taken back. */
export type Step =
  | { kind: "remove" }
  /** Columns with their former values; of a keyed column its members, null for one that was not there. */
  | { kind: "update"; row: Image; columns: readonly string[] }
  | { kind: "insert"; row: Image };

/** What to do about one row: a step, or nothing where it is back already; and what stands against it. */
export interface Plan {
  step?: Step;
  conflict?: Conflict;
}

/** Plans how a row goes back to before the change, given what it is now. `null`: there is no such row. */
export function planOf(resource: Resource, change: NetChange, current: Image | null): Plan {
  if (change.before === null) return planRemoval(resource, change, current);
  if (change.after === null) return planInsert(change, change.before, current);
  return planUpdate(resource, change, current);
}

function planRemoval(resource: Resource, change: NetChange, current: Image | null): Plan {
  const isGone =
    current === null || (resource.deletedAt !== undefined && current[resource.deletedAt] !== null);
  if (isGone) return {};
  const edited = fieldChanges(resource, { before: change.after, after: current });
  return { step: { kind: "remove" }, ...conflictOf(resource, change, edited) };
}

function planInsert(change: NetChange, before: Image, current: Image | null): Plan {
  if (current !== null) return { conflict: { resource: change.resource, id: change.id, fields: [] } };
  const version = versionOf(before);
  const row = version === undefined ? before : { ...before, version: version + 1 };
  return { step: { kind: "insert", row } };
}

function planUpdate(resource: Resource, change: NetChange, current: Image | null): Plan {
  if (current === null) return { conflict: { resource: change.resource, id: change.id, fields: [] } };
  const { before, after } = change;
  const changed = fieldChanges(resource, change).filter(
    (field) => before === null || !isSame(resource, field, current, before),
  );
  if (changed.length === 0) return {};
  const edited = changed.filter((field) => after === null || !isSame(resource, field, current, after));
  const columns = [...new Set(changed.map(({ column }) => column))].sort();
  return {
    step: { kind: "update", row: formerRow(current, changed), columns },
    ...conflictOf(resource, change, edited),
  };
}

/** The row as it is now with the former values of the changed fields. */
function formerRow(current: Image, changed: readonly FieldChange[]): Image {
  const row: Image = { ...current };
  for (const { column, member, before } of changed) {
    if (member === undefined) row[column] = before;
  }
  for (const column of new Set(
    changed.filter(({ member }) => member !== undefined).map((one) => one.column),
  )) {
    const members = changed.filter((field) => field.column === column);
    row[column] = Object.fromEntries(members.map(({ member, before }) => [member, before ?? null]));
  }
  return row;
}

function conflictOf(
  resource: Resource,
  { resource: name, id }: NetChange,
  edited: readonly FieldChange[],
): Pick<Plan, "conflict"> {
  if (edited.length === 0) return {};
  return {
    conflict: { resource: name, id, fields: edited.map((field) => shownField(resource, field)) },
  };
}
