import { isConstraint } from "@jst/db";
import { AppError } from "@jst/errors";

/** A 412 that tells the version to start from. */
export function versionConflict(currentVersion: number, what = "row"): AppError {
  return new AppError("version_conflict", `The ${what} has changed since; read it and try again.`, {
    extension: { current_version: currentVersion },
  });
}

/** The refusal of a unique column, as the trigger reports it (migration 0003); any other error stays what it is. */
export function asUniqueViolation(error: unknown): unknown {
  if (!isConstraint(error, "rows_unique_value")) return error;
  const { column, detail } = error as { column?: string; detail?: string };
  return new AppError("unique_violation", `Another row has this value of ${column ?? "a unique column"}.`, {
    extension: { column, existing_id: detail === "" ? null : detail },
    cause: error,
  });
}
