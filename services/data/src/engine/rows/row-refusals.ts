import type { Conflict } from "@jst/changes";
import { isConstraint } from "@jst/db";
import { AppError } from "@jst/errors";

/** A 412 that tells the version to start from. */
export function versionConflict(currentVersion: number, what = "row"): AppError {
  return new AppError(
    "version_conflict",
    `The ${what} was changed after you read it. Read it again, then repeat your change.`,
    {
      extension: { current_version: currentVersion },
    },
  );
}

/** The refusal of a unique column as the trigger reports it, empty strings standing for what it does not know. */
interface ValueTaken {
  column?: string;
  /** The row that has the value. */
  detail?: string;
  /** The row that was to have it, told of updates (migration 0029). */
  hint?: string;
}

const isValueTaken = (error: unknown): error is ValueTaken => isConstraint(error, "rows_unique_value");

/** The refusal of a unique column; any other error stays what it is. */
export function asUniqueViolation(error: unknown): unknown {
  if (!isValueTaken(error)) return error;
  const { column, detail } = error;
  return new AppError(
    "unique_violation",
    `Another row already has this value of ${column ?? "a unique column"}. Send another value, or change that row.`,
    {
      extension: { column, existing_id: detail === "" ? null : detail },
      cause: error,
    },
  );
}

/**
 * The row that a unique column refused, and which one has the value, as a conflict of an undo; undefined for other
 * errors.
 */
export function rowWithoutValue(error: unknown): Conflict | undefined {
  if (!isValueTaken(error)) return undefined;
  const { column = "", detail: holder = "", hint: id } = error;
  const reason = `${holder === "" ? "Another row" : `The row ${holder}`} already has this value of ${column}.`;
  return { resource: "rows", ...(id === undefined ? {} : { id }), fields: [`data.${column}`], reason };
}
