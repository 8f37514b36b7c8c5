import { isDeepStrictEqual } from "node:util";
import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { Choice, ColumnOptions } from "../types/definition.ts";
import type { CellPlace } from "./cell-place.ts";
import { type ColumnType, columnTypes } from "../types/types.ts";

/** Cells that one change of columns rewrites. Each leaves its undo record, and a request ends after 30 s: measured, so
 * many take 27 s on two cores that others keep busy. */
export const REWRITTEN_CELLS_MAX = 100_000;

/** SQL for which rows `r` are written; $3 is the name of the column. */
export const rewritten = {
  withCell: "r.data ? $3::text",
  withoutCell: "not r.data ? $3::text",
  /** Empty cells that a required column refuses. */
  emptyCell: ({ type }: Pick<Typed, "type">): string =>
    columnTypes[type].mayBeBlank === true
      ? `coalesce(r.data -> $3::text, '""') in ('""', '[]')`
      : rewritten.withoutCell,
};

/** SQL for the rows `r` that a change reaches. */
export const reached = { all: "true", live: "r.deleted_at is null" };

/** Refuses a change that would rewrite more cells than one request can, before it begins. */
export async function requireRewritable(
  tx: TeamTx,
  { tableId, name, storage, reach }: CellPlace,
  which: string,
): Promise<void> {
  const [counted] = await tx.query<{ n: number }>({
    text: `select count(*)::int as n from (
        select from ${storage.rows} r
        where r.team_id = $1 and r.table_id = $2 and ${reached[reach]} and ${which} limit ${REWRITTEN_CELLS_MAX + 1}
      ) rewritten`,
    values: [tx.context.teamId, tableId, name],
  });
  if ((counted?.n ?? 0) > REWRITTEN_CELLS_MAX) throw tooMany();
}

/** The refusal of a change that rewrites too many cells. */
export function tooMany(): AppError {
  const detail = `This change rewrites more than ${REWRITTEN_CELLS_MAX} cells. First fill or empty the cells in smaller parts with rows:batch.`;
  return new AppError("limit_reached", detail);
}

interface Typed {
  type: ColumnType;
  options: ColumnOptions;
}

/** True when every cell of a column is a cell of the other as it stands, so that none needs to be looked at. */
export function holdsSameCells(from: Typed, to: Typed): boolean {
  if (columnTypes[from.type] !== columnTypes[to.type]) return false;
  return (
    isDeepStrictEqual(boundsOf(from.options), boundsOf(to.options)) &&
    holdsAll(from.options.options, to.options.options) &&
    holdsAll(from.options.states, to.options.states)
  );
}

/** The settings, besides choices, that say which cells fit; a relation keeps its table. */
function boundsOf({ precision, currency, max, multiple = false, relation }: ColumnOptions) {
  return { precision, currency, max, multiple, cardinality: relation?.cardinality };
}

function holdsAll(from: readonly Choice[] = [], to: readonly Choice[] = []): boolean {
  const values = new Set(to.map(({ value }) => value));
  return from.every(({ value }) => values.has(value));
}
