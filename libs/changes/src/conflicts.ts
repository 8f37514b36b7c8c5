import { AppError } from "@jst/errors";

/** A resource that is not as it was. */
export interface Conflict {
  resource: string;
  /** Absent for what was never made: what a proposal would make. */
  id?: string;
  /** Changed fields; empty if the resource is gone, or a different one would change. */
  fields: string[];
  /** Reason of the conflict for people, if the fields do not say it; always if there are none. */
  reason?: string;
}

/** The 409 that names what is not as it was. */
export function changesetConflict(detail: string, conflicts: readonly Conflict[], cause?: unknown): AppError {
  return new AppError("changeset_conflict", detail, { extension: { conflicts }, cause });
}
