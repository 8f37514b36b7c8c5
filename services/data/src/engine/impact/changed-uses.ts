import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { ColumnUse } from "../../../gen/rpc.ts";
import { formulaUse, pathOf } from "../schema/dependent-formulas.ts";
import { brokenFormulas } from "../schema/formulas.ts";
import type { StoredColumn } from "../schema/stored-columns.ts";
import { viewsReviewing } from "../views/column-views.ts";

/**
 * Finds the uses that worked with a table's columns and would not work with the new ones. They are formulas that could
 * not be evaluated, and views whose layout would lack its state column. The transaction locks the columns.
 */
export async function brokenUses(
  tx: TeamTx,
  tableId: string,
  before: readonly StoredColumn[],
  after: readonly StoredColumn[],
): Promise<ColumnUse[]> {
  const formulas = brokenFormulas(before, after).map((column) => formulaUse(tableId, column));
  const states = new Set(before.filter(({ type }) => type === "state").map(({ id }) => id));
  const left = after.filter(({ id, type }) => states.has(id) && type !== "state").map(({ id }) => id);
  if (left.length === 0) return formulas;
  const views = await viewsReviewing(tx, tableId, new Set(left));
  return [...formulas, ...views.map((use) => ({ ...use, path: pathOf(tableId, "views", use.id) }))];
}

/** Refuses a change of columns that breaks uses, with all of them. */
export async function requireUses(
  tx: TeamTx,
  tableId: string,
  before: readonly StoredColumn[],
  after: readonly StoredColumn[],
): Promise<void> {
  const impact = await brokenUses(tx, tableId, before, after);
  if (impact.length === 0) return;
  const names = (kind: string) =>
    impact
      .filter((use) => use.kind === kind)
      .map(({ name }) => name)
      .join(", ");
  const [formulas, views] = [names("formula"), names("view")];
  const detail = [
    ...(formulas === ""
      ? []
      : [`After this change, these formulas can no longer be evaluated: ${formulas}.`]),
    ...(views === "" ? [] : [`After this change, these views have no state column: ${views}.`]),
    "Change them first. If you send force=true, the formulas show errors and the views lose their state column.",
  ];
  throw new AppError("column_in_use", detail.join(" "), { extension: { impact } });
}
