import type { TeamTx } from "@jst/db";
import { AppError, type FieldError, validationFailed } from "@jst/errors";
import type { ColumnCreate } from "../../gen/rpc.ts";
import { type CellPlace, cellPlace } from "../engine/cells/cell-place.ts";
import { countEmpty, fillCells, numberRows } from "../engine/cells/rewritten-cells.ts";
import { lockRelated, placeRelations } from "../engine/links/stored-relations.ts";
import { saveResultTypes } from "../engine/schema/dependent-formulas.ts";
import { withResultTypes } from "../engine/schema/formulas.ts";
import { checkDefaultBytes, checkName, type ColumnDraft, draftOf } from "../engine/schema/new-columns.ts";
import type { TableSchema } from "../engine/schema/schema.ts";
import {
  announceChange,
  type ColumnAnswer,
  COLUMNS_MAX,
  insertColumn,
  lockColumns,
  type StoredColumn,
} from "../engine/schema/stored-columns.ts";
import { requireTableFits } from "../engine/schema/table-bytes.ts";
import { columnTypes } from "../engine/types/types.ts";

/** Adds a column to a table and what it means for the rows that are there; throws every fault of the column at once. */
export async function addColumn(tx: TeamTx, schema: TableSchema, body: ColumnCreate): Promise<ColumnAnswer> {
  await lockRelated(tx, body, schema.id);
  const columns = await lockColumns(tx, schema.id);
  const draft = nextColumn(body, columns);
  await placeRelations(tx, [{ draft, at: "" }]);
  const place = await cellPlace(tx, schema.id, draft.name);
  await requireDefault(tx, place, draft);
  const column = await insertColumn(tx, schema.id, draft);
  const isNumbered = columnTypes[draft.type].filledBy === "service";
  if (draft.default_value !== null) await fillCells(tx, place, { ...draft, id: column.id }, null);
  if (isNumbered) await numberRows(tx, place, column.id);
  // A formula that misses a column of this name has it again.
  await saveResultTypes(tx, [...columns, { ...draft, id: column.id, version: column.version }]);
  announceChange(tx, schema);
  return column;
}

/** The column after those that are there. */
function nextColumn(body: ColumnCreate, columns: readonly StoredColumn[]): ColumnDraft {
  const errors: FieldError[] = [];
  checkName(body.name, "", errors);
  const draft = draftOf(body, (columns.at(-1)?.position ?? -1) + 1, "", errors);
  checkDefaultBytes([...columns, draft], () => "", errors);
  if (errors.length > 0) throw validationFailed(errors);
  const holder = columns.find((column) => column.name === body.name);
  if (holder !== undefined)
    throw new AppError(
      "name_taken",
      `The table already has a column named ${body.name}. Choose another name.`,
      {
        extension: { existing_id: holder.id },
      },
    );
  if (columns.length >= COLUMNS_MAX)
    throw new AppError(
      "limit_reached",
      `The table already has ${COLUMNS_MAX} columns, which is the maximum. Delete one first.`,
    );
  requireTableFits([...columns, draft], columns);
  const at = (name: string) => (name === draft.name ? "formula" : undefined);
  return withResultTypes([...columns, draft], at).at(-1) ?? draft;
}

/** Rows that are there get their value of a required column from its default. */
async function requireDefault(tx: TeamTx, place: CellPlace, draft: ColumnDraft): Promise<void> {
  if (!draft.is_required || draft.default_value !== null || columnTypes[draft.type].filledBy !== undefined)
    return;
  if ((await countEmpty(tx, place, draft)) === 0) return;
  throw validationFailed([
    {
      field: "default",
      code: "required",
      message:
        "The table already has rows, so a required column needs a default. Send default, the value for those rows.",
    },
  ]);
}
