import { AppError } from "@jst/errors";
import { InternalRefusal } from "@jst/rpc";

/** True if emr did not answer. A refusal is a bug, and no reason to leave emr's part out. */
export function isAway(error: unknown): boolean {
  return (error instanceof InternalRefusal || error instanceof AppError) && error.status >= 500;
}

/** Builds the refusal of a log while emr cannot be read. */
export function looksUnavailable(cause: unknown): AppError {
  return new AppError("unavailable", "A part of the audit log cannot be read now. Try again.", { cause });
}
