import { cellKey, type Edit, type SeenRow } from "./refused.ts";
import type { Row } from "./tables.ts";

/** State of a written cell that a person sees: not yet sent, on its way, proposed, or refused. */
export type CellState = "unsent" | "saving" | "waiting" | "failed";
/** State of a written cell: as a person sees it, or the version of its row that has it. */
export type PendingState = CellState | number;

/** Cells that show what a person has written, by row and column, until the list has it. */
export type Pending = ReadonlyMap<string, { edit: Edit; state: PendingState }>;

/**
 * Returns the pending cells after an answer to edits; without a state they show the stored value. A cell that was
 * written again since waits for the answer to its last edit.
 */
export function pendingAfter(
  before: Pending,
  edits: readonly Edit[],
  state: PendingState | undefined,
): Pending {
  const after = new Map(before);
  for (const edit of edits) {
    const key = cellKey(edit);
    if (before.get(key)?.edit !== edit) continue;
    if (state === undefined) after.delete(key);
    else after.set(key, { edit, state });
  }
  return after;
}

/** Returns a row with the values that a person has written over it and the list does not have yet. */
export function rowWith(row: Row, pending: Pending): SeenRow {
  const written = [...pending.values()].filter(
    ({ edit, state }) => edit.row.id === row.id && (typeof state !== "number" || row.version < state),
  );
  if (written.length === 0) return row;
  const data = written.map(({ edit }) => [edit.column, edit.shown ?? edit.value] as const);
  return { ...row, data: { ...row.data, ...Object.fromEntries(data) }, listed: row.data };
}

/** Returns the state that a cell shows; undefined once it is stored. */
export function stateIn(pending: Pending, { id }: Pick<Row, "id">, column: string): CellState | undefined {
  const state = pending.get(`${id} ${column}`)?.state;
  return typeof state === "number" ? undefined : state;
}
