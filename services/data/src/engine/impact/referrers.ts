import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { ColumnUse } from "../../../gen/rpc.ts";
import { findDisplaying } from "../links/queries.ts";
import { formulaUse, pathOf, saveResultTypes } from "../schema/dependent-formulas.ts";
import { formulasNeeding } from "../schema/formulas.ts";
import { announceChange, lockColumns, type StoredColumn } from "../schema/stored-columns.ts";
import { pruneViews, viewsUsing } from "../views/column-views.ts";
import { becomeTexts, relationUses } from "./relation-texts.ts";

/** A column that is about to go, with its table; both are held by the transaction. */
export interface LeavingColumn {
  tableId: string;
  column: StoredColumn;
  /** Every column of the table, this one among them. */
  columns: readonly StoredColumn[];
  /** The zone of the team, in which formulas that go are evaluated for the last time. */
  timezone: string;
}

/** One kind of thing that refers to columns (tables.delete-column). */
interface Referrer {
  /** Finds what refers to the column, as column_in_use shows it. */
  find: (tx: TeamTx, leaving: LeavingColumn) => Promise<ColumnUse[]>;
  /** Makes what was found do without the column, whose cells are still there. */
  apply: (tx: TeamTx, leaving: LeavingColumn, uses: readonly ColumnUse[]) => Promise<void>;
}

/** Relation columns, of any table, that show rows by the column; they become the text that they showed. */
const relations: Referrer = {
  find: async (tx, { column }) => relationUses(tx, await findDisplaying(tx, column.id)),
  apply: async (tx, { tableId, timezone }, uses) => {
    const tables = await becomeTexts(tx, uses, timezone);
    // The column's own table is announced by its removal.
    for (const id of tables) if (id !== tableId) announceChange(tx, { id });
  },
};

/** Formula columns that need the column, by way of others too; they keep their text and yield #REF!. */
const formulas: Referrer = {
  find: (_tx, { tableId, column, columns }) =>
    Promise.resolve(formulasNeeding(columns, column.name).map((each) => formulaUse(tableId, each))),
  apply: async (tx, { tableId, column }) => {
    const columns = await lockColumns(tx, tableId);
    await saveResultTypes(
      tx,
      columns.filter(({ id }) => id !== column.id),
    );
  },
};

/** Views of the table that name the column; they lose it with what cannot stand without it. */
const views: Referrer = {
  find: async (tx, { tableId, column }) =>
    (await viewsUsing(tx, tableId, column.id)).map((use) => ({
      ...use,
      path: pathOf(tableId, "views", use.id),
    })),
  apply: (tx, { tableId, column }) => pruneViews(tx, tableId, column.id),
};

/** Everything that can refer to a column, in the order of the answer. A new kind is one line here. */
const referrers: readonly Referrer[] = [relations, formulas, views];

/** Everything that refers to the column. */
export async function usesOf(tx: TeamTx, leaving: LeavingColumn): Promise<ColumnUse[]> {
  const uses: ColumnUse[] = [];
  for (const referrer of referrers) uses.push(...(await referrer.find(tx, leaving)));
  return uses;
}

/**
 * Makes everything that refers to the column do without it, as one changeset with its removal, and answers what that
 * was. Without `force` it refuses a column that is in use: 409 column_in_use with the same list.
 */
export async function release(tx: TeamTx, leaving: LeavingColumn, force: boolean): Promise<ColumnUse[]> {
  const found: [Referrer, ColumnUse[]][] = [];
  for (const referrer of referrers) found.push([referrer, await referrer.find(tx, leaving)]);
  // A use of the column by two ways, its own and a relation of its table to itself, counts once.
  const impact = [...new Map(found.flatMap(([, uses]) => uses.map((use) => [use.id, use]))).values()];
  if (impact.length > 0 && !force) {
    const users =
      impact.length === 1
        ? "1 formula, view or relation uses"
        : `${impact.length} formulas, views or relations use`;
    const detail = `${users} this column; see impact. Change these uses first; force=true deletes the column and breaks them.`;
    throw new AppError("column_in_use", detail, { extension: { impact } });
  }
  for (const [referrer, uses] of found) if (uses.length > 0) await referrer.apply(tx, leaving, uses);
  return impact;
}
