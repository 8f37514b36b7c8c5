import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { ColumnUse } from "../../gen/rpc.ts";
import { formulaReferrer } from "./formula-referrer.ts";
import type { LeavingColumn, Referrer } from "./referrer.ts";
import { relationReferrer } from "./relation-referrer.ts";
import { viewReferrer } from "./view-referrer.ts";

/** Everything that can refer to a column, in the order of the answer. A new kind is one line here. */
const referrers: readonly Referrer[] = [relationReferrer, formulaReferrer, viewReferrer];

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
  // What uses the column in two ways, its own and by a relation of its table to itself, is told once.
  const impact = [...new Map(found.flatMap(([, uses]) => uses.map((use) => [use.id, use]))).values()];
  if (impact.length > 0 && !force) {
    const users = impact.length === 1 ? "1 other uses" : `${impact.length} others use`;
    const detail = `${users} the column; see impact. Send force to delete it all the same.`;
    throw new AppError("column_in_use", detail, { extension: { impact } });
  }
  for (const [referrer, uses] of found) if (uses.length > 0) await referrer.apply(tx, leaving, uses);
  return impact;
}
