import type { Change, Image, FieldChange } from "../changes.ts";

/** Net effect of a changeset on one row, without the changes that it reverted itself. */
export interface NetChange {
  resource: string;
  id: string;
  before: Image | null;
  after: Image | null;
}

/** A row that is not as its change left it, with the fields that hold something else. */
export interface EditedRow extends NetChange {
  fields: readonly FieldChange[];
}

/** Computes the net changes of a changeset, newest first: the last created row goes first. */
export function netChanges(changes: readonly Change[]): NetChange[] {
  const byRow = new Map<string, NetChange>();
  for (const { resource, id, before, after } of changes) {
    const key = `${resource} ${id}`;
    const earlier = byRow.get(key);
    // Inserted again, so that the order is that of the last change.
    byRow.delete(key);
    byRow.set(key, { resource, id, before: earlier === undefined ? before : earlier.before, after });
  }
  return [...byRow.values()].filter(({ before, after }) => before !== null || after !== null).reverse();
}
