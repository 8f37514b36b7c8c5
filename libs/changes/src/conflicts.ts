import { AppError } from "@jst/errors";

/** Resource that has changed, which stops an approval or an undo. */
export interface Conflict {
  resource: string;
  /** Absent for an object that a proposal would create. */
  id?: string;
  /** Changed fields; empty if the resource is gone, or a different one would change. */
  fields: string[];
  /** Reason of the conflict for people, if the fields do not say it; always if there are none. */
  reason?: string;
}

/** Builds the 409 that names the resources that have changed. */
export function changesetConflict(detail: string, conflicts: readonly Conflict[], cause?: unknown): AppError {
  return new AppError("changeset_conflict", detail, { extension: { conflicts }, cause });
}
