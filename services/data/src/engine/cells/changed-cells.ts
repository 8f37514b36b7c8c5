import { isDeepStrictEqual } from "node:util";
import type { TeamTx } from "@jst/db";
import { validationFailed } from "@jst/errors";
import { forgetMoves, joinMoves, resumeMoves } from "./state-moves.ts";
import { holdsSameCells } from "./rewrite-limit.ts";
import { carryCells, countEmpty, fillCells, numberRows } from "./rewritten-cells.ts";
import type { CellPlace } from "./cell-place.ts";
import type { StoredColumn } from "../schema/stored-columns.ts";
import { columnTypes } from "../types/types.ts";

/**
 * Makes the cells of a column fit what it becomes; without a former column it has come back, with cells that fit. Cells
 * that do not fit refuse it, unless they are emptied with force; so do empty ones of a required column, unless its
 * default fills them.
 */
export async function changeCells(
  tx: TeamTx,
  place: CellPlace,
  column: StoredColumn | undefined,
  draft: StoredColumn,
  force: boolean,
): Promise<void> {
  const { filledBy } = columnTypes[draft.type];
  if (filledBy === "service" && column === undefined) await numberRows(tx, place, draft.id);
  if (filledBy !== undefined) return;
  if (column !== undefined && column.type !== draft.type) {
    if (draft.type === "state") resumeMoves(tx, place, draft.id);
    else if (column.type === "state") forgetMoves(tx, place.tableId, draft.id);
  }
  const isOther = draft.type !== column?.type || !isDeepStrictEqual(draft.options, column.options);
  if (isOther && column !== undefined && !holdsSameCells(column, draft))
    await carryCells(tx, place, { from: column, to: draft }, force);
  if (!draft.is_required || (column?.is_required === true && !isOther)) return;
  const empty = await countEmpty(tx, place, draft);
  if (empty === 0) return;
  // A cell that was emptied above is filled: the history has one move, from its former state.
  if (draft.type === "state") joinMoves(tx);
  if (draft.default_value !== null) return fillCells(tx, place, draft, draft);
  const message = `${empty} rows do not have a value, so a required column needs a default. Send default, the value for those rows.`;
  throw validationFailed([{ field: "default", code: "required", message }]);
}
