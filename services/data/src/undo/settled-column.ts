import type { Conflict } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { AppError, type FieldError, validationFailed } from "@jst/errors";
import { isDeepStrictEqual } from "node:util";
import { changeCells } from "../columns/changed-cells.ts";
import { requireDefaultFits, withChanged } from "../columns/changed-column.ts";
import { carried, cellPlace } from "../columns/rewritten-cells.ts";
import { saveColumn, type StoredColumn } from "../columns/stored-columns.ts";
import { columnTypes } from "../columns/types.ts";
import { endUnique, startUnique } from "../columns/unique-cells.ts";
import { isStrangeDefault, requireNamed } from "../references/strange-cells.ts";
import { placeRelations } from "../relations/stored-relations.ts";

/** A column that an undo has changed or brought back. */
export interface UndoneColumn {
  tableId: string;
  /** What it was before the undo; undefined when it has come back. */
  before: StoredColumn | undefined;
  /** What it is now, one of `columns`. */
  after: StoredColumn;
  columns: readonly StoredColumn[];
}

/**
 * Judges the column as a change that leads to it is judged, and makes cells, unique values and relations follow. What is
 * refused is a conflict; with force a setting at fault stays what it was before the undo, as far as that helps.
 */
export async function settleColumn(tx: TeamTx, undone: UndoneColumn, force: boolean): Promise<Conflict[]> {
  const { before, after, columns } = undone;
  try {
    await settle(tx, undone, force);
    return [];
  } catch (error) {
    const faults = faultsOf(error);
    const milder = force ? withoutFaults(after, before, faults) : after;
    if (!isDeepStrictEqual(milder, after)) {
      await saveColumn(tx, after.id, milder);
      const others = columns.map((each) => (each === after ? milder : each));
      return settleColumn(tx, { ...undone, after: milder, columns: others }, force);
    }
    const reason = faults.map(({ message }) => message).join(" ");
    return [{ resource: "columns", id: after.id, fields: faults.map(({ field }) => field), reason }];
  }
}

async function settle(tx: TeamTx, undone: UndoneColumn, force: boolean): Promise<void> {
  const { tableId, before, after, columns } = undone;
  const place = await cellPlace(tx, tableId, after.name);
  const draft = withChanged(columns, after, {}).find(({ id }) => id === after.id) ?? after;
  const isNamedAgain =
    before !== undefined && before.type !== after.type && columnTypes[after.type].refersTo !== undefined;
  const isLost =
    after.default_value !== null &&
    (carried(draft, after.default_value) === undefined ||
      (isNamedAgain && (await isStrangeDefault(tx, after))));
  if (isLost) throw validationFailed([misfit("default", "The default does not fit the column.")]);
  requireDefaultFits(before, draft, columns);
  await placeRelations(tx, [{ draft, at: "" }]);
  // First, so that cells that become alike do not clash.
  if (!draft.is_unique) await endUnique(tx, after.id);
  if (isNamedAgain) await requireNamed(tx, place, draft, force);
  await changeCells(tx, place, before, draft, force);
  if (!isDeepStrictEqual(draft, after)) await saveColumn(tx, after.id, draft);
  if (draft.is_unique && before?.is_unique !== true) await startUnique(tx, place, after.id);
}

function misfit(field: string, message: string): FieldError {
  return { field, code: "invalid_value", message };
}

/** The members at fault; any other error is not of the column. */
function faultsOf(error: unknown): FieldError[] {
  if (!(error instanceof AppError) || error.code !== "validation_failed") throw error;
  // Where a patch asks for a default to fill empty cells, an undo has nothing but the requirement to give up.
  return (error.errors ?? []).map((fault) =>
    fault.code === "required" ? { ...fault, field: "required" } : fault,
  );
}

/** The column with what the faults name as it was before, or without it. */
function withoutFaults(
  after: StoredColumn,
  before: StoredColumn | undefined,
  faults: readonly FieldError[],
): StoredColumn {
  const isFaulty = (field: string) => faults.some((fault) => fault.field === field);
  const { relation, ...options } = after.options;
  return {
    ...after,
    ...(isFaulty("required") ? { is_required: before?.is_required ?? false } : {}),
    ...(isFaulty("unique") ? { is_unique: before?.is_unique ?? false } : {}),
    ...(isFaulty("default") ? { default_value: null } : {}),
    ...(isFaulty("relation.display_column") && relation !== undefined
      ? { options: { ...options, relation: { ...relation, display_column: null } } }
      : {}),
  };
}
