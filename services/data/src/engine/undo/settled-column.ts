import type { Conflict } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { AppError, type FieldError, validationFailed } from "@jst/errors";
import { isDeepStrictEqual } from "node:util";
import { changeCells } from "../cells/changed-cells.ts";
import { requireDefaultFits, withChanged } from "../cells/changed-column.ts";
import type { ColumnOptions } from "../types/definition.ts";
import { giveBack } from "./give-back.ts";
import { carried, writeCells, zoneOf } from "../cells/rewritten-cells.ts";
import { cellPlace, type CellPlace } from "../cells/cell-place.ts";
import { noteGiven, takeIn } from "../cells/set-aside.ts";
import { saveColumn, type StoredColumn } from "../schema/stored-columns.ts";
import { columnTypes } from "../types/types.ts";
import { dropClaims, endUnique, isClaimedAnew, startUnique } from "../cells/unique-cells.ts";
import { isStrangeDefault, requireNamed } from "./strange-cells.ts";
import { placeRelations } from "../links/stored-relations.ts";
import { asUniqueViolation, rowWithoutValue } from "../rows/row-refusals.ts";
import { findLargeRows } from "./undo-queries.ts";

/** A column that an undo has changed or brought back. */
export interface UndoneColumn {
  tableId: string;
  /** Column before the undo; undefined if the undo restored it. */
  before: StoredColumn | undefined;
  /** Column now, one of `columns`. */
  after: StoredColumn;
  columns: readonly StoredColumn[];
  /** True to set the cells of deleted rows aside, however few. */
  leavesDeleted?: boolean;
}

/**
 * Judges the column as a change to it is judged, and updates cells, unique values and relations. A refusal is a
 * conflict. With force, a faulty setting stays as it was before the undo, and cells that make a row too large are
 * cleared as far as that helps. `emptied` are their rows.
 */
export async function settleColumn(
  tx: TeamTx,
  undone: UndoneColumn,
  force: boolean,
  emptied: ReadonlySet<string> = new Set(),
): Promise<Conflict[]> {
  const { tableId, before, after, columns, leavesDeleted = false } = undone;
  const place = { ...(await cellPlace(tx, tableId, after.name)), leavesDeleted };
  await tx.query({ name: "begin_settling", text: "savepoint settling", values: [] });
  try {
    await settle(tx, undone, place, force);
    await tx.query({ name: "end_settling", text: "release savepoint settling", values: [] });
    return [];
  } catch (error) {
    const faults = faultsOf(error);
    const large = faults.some(isOfRow) ? await findLargeRows(tx, place) : [];
    await tx.query({ name: "undo_settling", text: "rollback to savepoint settling", values: [] });
    const left = large.filter((id) => !emptied.has(id));
    if (force && left.length > 0 && columnTypes[after.type].filledBy === undefined) {
      const cells = left.map((id) => ({ id, cell: null }));
      await writeCells(tx, place, cells);
      return settleColumn(tx, undone, force, new Set([...emptied, ...left]));
    }
    const milder = force ? withoutFaults(after, before, faults) : after;
    if (!isDeepStrictEqual(milder, after)) {
      await saveColumn(tx, after.id, milder);
      const others = columns.map((each) => (each === after ? milder : each));
      return settleColumn(tx, { ...undone, after: milder, columns: others }, force, emptied);
    }
    const row = rowWithoutValue(error);
    if (row !== undefined) return [row];
    const reason = faults.map(({ message }) => message).join(" ");
    if (large.length > 0)
      return large.map((id) => ({ resource: "rows", id, fields: [`data.${after.name}`], reason }));
    return [{ resource: "columns", id: after.id, fields: faults.map(({ field }) => field), reason }];
  }
}

/** True for the fault of a row that would be too large. */
function isOfRow({ field, code }: FieldError): boolean {
  return field === "data" && code === "too_large";
}

async function settle(tx: TeamTx, undone: UndoneColumn, anyPlace: CellPlace, force: boolean): Promise<void> {
  const { before, after, columns } = undone;
  const place = await takeIn(tx, anyPlace, { before, after });
  const draft = withChanged(columns, after, {}, zoneOf(tx)).find(({ id }) => id === after.id) ?? after;
  const isNamedAgain =
    before !== undefined && before.type !== after.type && columnTypes[after.type].refersTo !== undefined;
  const isLost =
    after.default_value !== null &&
    (carried(draft, after.default_value, zoneOf(tx)) === undefined ||
      (isNamedAgain && (await isStrangeDefault(tx, after))));
  if (isLost)
    throw validationFailed([
      misfit("default", "The default does not fit the column. Change the default first."),
    ]);
  requireDefaultFits(before, draft, columns);
  await placeRelations(tx, [{ draft, at: "" }]);
  // First, so that cells that become alike do not clash.
  if (!draft.is_unique) await endUnique(tx, after.id);
  else if (before?.is_unique === true && isClaimedAnew(draft, before)) await dropClaims(tx, after.id);
  if (isNamedAgain) await requireNamed(tx, place, { from: before, to: draft }, force);
  const given = await giveBack(tx, place, { before, after: draft });
  await changeCells(tx, place, before, draft, force);
  await noteGiven(tx, place, draft, given);
  if (!isDeepStrictEqual(draft, after)) await saveColumn(tx, after.id, draft);
  if (isClaimedAnew(draft, before)) await startUnique(tx, place, after.id);
}

function misfit(field: string, message: string): FieldError {
  return { field, code: "invalid_value", message };
}

/** The members at fault; any other error is not of the column. */
function faultsOf(thrown: unknown): FieldError[] {
  const error = asUniqueViolation(thrown);
  if (!(error instanceof AppError)) throw thrown;
  if (error.code === "unique_violation")
    return [{ field: "unique", code: "duplicate", message: error.message }];
  if (error.code !== "validation_failed") throw thrown;
  // If a patch would need a default to fill empty cells, an undo drops the requirement.
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
  // A row with an empty cell is too large because of the default that fills it.
  const isFilled = faults.some(isOfRow);
  const { relation, ...options } = knownOptions(after.options, faults);
  return {
    ...after,
    ...(isFaulty("required") || isFilled ? { is_required: before?.is_required ?? false } : {}),
    ...(isFaulty("unique") ? { is_unique: before?.is_unique ?? false } : {}),
    ...(isFaulty("default") ? { default_value: null } : {}),
    options: {
      ...options,
      ...(relation !== undefined && {
        relation: isFaulty("relation.display_column") ? { ...relation, display_column: null } : relation,
      }),
    },
  };
}

/** The options without those that the column's type does not have. */
function knownOptions(options: ColumnOptions, faults: readonly FieldError[]): ColumnOptions {
  const isUnknown = (name: string) =>
    faults.some(({ field, code }) => field === `options.${name}` && code === "unknown_field");
  return Object.fromEntries(Object.entries(options).filter(([name]) => !isUnknown(name)));
}
