import { isDeepStrictEqual } from "node:util";
import type { Image, FieldChange } from "../changes.ts";
import type { Conflict } from "../conflicts.ts";
import { calledIn, fieldChanges, isSame, shownFields, unfolded, versionOf } from "../images.ts";
import type { Resource } from "../resource.ts";
import type { NetChange } from "./net-changes.ts";

/** How one row is taken back. */
export type Step =
  | { kind: "remove" }
  /** Nothing of the row stays: what it is a part of leaves too. */
  | { kind: "erase" }
  /**
   * Columns with their former values; of a keyed column its members, null for one that was not there. `fields` are what
   * is taken back as callers know it.
   */
  | { kind: "update"; row: Image; columns: readonly string[]; fields: readonly string[] }
  | { kind: "insert"; row: Image };

/** Plan for one row: a step, or nothing if it is back already; and its conflicts. */
export interface Plan {
  step?: Step;
  /** Its fields that hold neither what the change left there nor what was there before. */
  edited?: readonly FieldChange[];
  conflict?: Conflict;
}

/**
 * Plans how a row goes back to before the change, given what it is now. `null` stands for an absent row. `leaving` has
 * ids of what leaves with its rows.
 */
export function planOf(
  resource: Resource,
  change: NetChange,
  current: Image | null,
  leaving?: ReadonlySet<string>,
): Plan {
  const { before, after } = change;
  if (before === null) return planRemoval(resource, change, current, leaving);
  if (after === null) return planInsert(resource, change, before, current);
  if (current === null) return planGone(resource, change, after);
  return planUpdate(resource, { ...change, before, after }, current);
}

/** Nothing of it can be taken back; where all that changed follows from others, nothing has to be. */
function planGone(resource: Resource, change: NetChange, after: Image): Plan {
  if (fieldChanges(resource, change).length === 0) return {};
  return conflictOf(
    change,
    `The ${calledIn(resource, after)} is deleted. An undo with force does not restore it.`,
  );
}

function conflictOf({ resource, id }: NetChange, reason: string): Plan {
  return { conflict: { resource, id, fields: [], reason } };
}

function planRemoval(
  resource: Resource,
  change: NetChange,
  current: Image | null,
  leaving?: ReadonlySet<string>,
): Plan {
  if (current === null) return {};
  const isErased =
    resource.deletedAt !== undefined &&
    resource.tableColumn !== undefined &&
    resource.undo?.erase !== undefined &&
    leaving?.has(String(current[resource.tableColumn])) === true;
  const kind = isErased ? "erase" : "remove";
  if (isOver(resource, current)) return isErased ? { step: { kind } } : {};
  const edited = fieldChanges(resource, { before: change.after, after: current });
  return { step: { kind }, edited };
}

/** True for a row that is there and was deleted, archived or ended. */
function isOver({ deletedAt, ended }: Resource, current: Image): boolean {
  if (ended !== undefined) return current[ended.column] === ended.value;
  return deletedAt !== undefined && current[deletedAt] !== null;
}

function planInsert(resource: Resource, change: NetChange, before: Image, current: Image | null): Plan {
  if (current !== null)
    return conflictOf(
      change,
      `The ${calledIn(resource, current)} exists again. An undo with force does not change it.`,
    );
  const version = versionOf(before);
  const row = version === undefined ? before : { ...before, version: version + 1 };
  return { step: { kind: "insert", row } };
}

function planUpdate(
  resource: Resource,
  change: NetChange & { before: Image; after: Image },
  current: Image,
): Plan {
  const before = unfolded(resource, change.before);
  const after = unfolded(resource, change.after);
  const now = unfolded(resource, current);
  const changed = fieldChanges(resource, change).filter((field) => !isSame(resource, field, now, before));
  if (changed.length === 0) return {};
  const edited = changed.filter((field) => !isSame(resource, field, now, after));
  const row = formerRow(resource, now, changed);
  const columns = Object.keys(row).filter((column) => !isDeepStrictEqual(row[column], current[column]));
  return {
    ...(columns.length === 0
      ? {}
      : { step: { kind: "update", row, columns: columns.sort(), fields: shownFields(resource, changed) } }),
    edited,
  };
}

/** Builds the row from its present unfolded image and the former values of the changed fields. */
function formerRow({ images }: Resource, now: Image, changed: readonly FieldChange[]): Image {
  const row: Image = { ...now };
  for (const { column, member, before } of changed) {
    if (member === undefined) row[column] = before;
  }
  for (const column of new Set(
    changed.filter(({ member }) => member !== undefined).map((one) => one.column),
  )) {
    const members = changed.filter((field) => field.column === column);
    row[column] = Object.fromEntries(members.map(({ member, before }) => [member, before ?? null]));
  }
  return images?.folding?.fold(row) ?? row;
}
