import type { UndoPolicy } from "@jst/changes";
import { rowWithoutValue } from "../rows/row-refusals.ts";
import { editedSince } from "./edited-cells.ts";
import { lockTables } from "./held-tables.ts";
import { withoutHidden } from "./hidden-cells.ts";
import { afterUndoneRows, holdRowsAndTargets, relationsOf } from "./undo-rows.ts";
import { afterUndoneColumns, releaseColumns, requireNames } from "./undone-columns.ts";
import { eraseRows, erasedRows } from "./erased-rows.ts";
import { releaseTables, requireEmpty, tablesOfOthers } from "./undone-tables.ts";

/** Order of locks: from tables down to rows, and views last. */
const holds = [
  ["tables", requireEmpty],
  ["columns", requireNames],
  ["rows", holdRowsAndTargets],
  ["views", lockTables],
] as const;

const ROWS = "data.rows";

/**
 * How tables, columns, rows and views are taken back together. The steps stand in the order in which libs/changes runs
 * them; what `force` does is a table in the engine's README.
 */
export const undoOfTables: UndoPolicy = {
  /** Locks what the steps to come rely on, and refuses what nothing helps against. */
  hold: async (tx, undone, { leaving }) => {
    const erased = leaving === undefined ? [] : erasedRows(undone, leaving);
    for (const [resource, hold] of holds) {
      const own = undone.filter((change) => change.resource === resource);
      if (own.length > 0) await hold(tx, own, erased);
    }
  },
  /** Rows of others in a table that leaves. */
  othersIn: (tx, undone, setId) => tablesOfOthers(tx, undone, setId),
  /** Rows go with the table that a set has made. */
  erase: eraseRows,
  /** Finds what has come to use tables and columns that leave; with force it does without them. */
  release: async (tx, undone, options) => [
    ...(await ofAny(undone, "tables", () => releaseTables(tx, undone, options))),
    ...(await ofAny(undone, "columns", () => releaseColumns(tx, undone, options))),
  ],
  /** The rows of a table are in its own place. */
  tablesOf: async (tx, table, rows) => (table === ROWS ? relationsOf(tx, rows) : rows.map(() => table)),
  /** Cells of columns that are gone count for nobody. */
  standing: async (tx, table, rows, undone) => (table === ROWS ? withoutHidden(tx, rows, undone) : rows),
  /** Values that the service alone has written since do not count as an edit. */
  editedSince: async (tx, edited) => [
    ...edited.filter(({ resource }) => resource !== "rows"),
    ...(await ofAny(edited, "rows", (own) => editedSince(tx, own))),
  ],
  /** libs/changes takes the rows back; a value that another row holds by now names that row. */
  refusedRow: rowWithoutValue,
  /**
   * Judges what came back by what is there now; an erased row has nothing to judge. Rows first: whether a column may be
   * required tells what they hold.
   */
  settle: async (tx, changes, { force, madeAt, leaving }) => {
    const left = changes.filter(({ resource, after }) => resource !== "rows" || after !== null);
    const how = { force, leavesDeleted: leaving !== undefined };
    return [
      ...(await ofAny(left, "rows", (own) => afterUndoneRows(tx, own, force, madeAt))),
      ...(await ofAny(left, "columns", (own) => afterUndoneColumns(tx, own, how))),
    ];
  },
};

/** Runs the work for the changes of one resource; without any, it does not run. */
async function ofAny<C extends { resource: string }, T>(
  changes: readonly C[],
  resource: string,
  work: (own: readonly C[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const own = changes.filter((change) => change.resource === resource);
  return own.length === 0 ? [] : work(own);
}
