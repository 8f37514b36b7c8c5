import { AppError } from "@jst/errors";

/** Thrown if Airtable does not answer at present; the request can be repeated after the wait. */
export class AirtableAway extends Error {
  readonly afterMs: number;

  constructor(message: string, afterMs: number, cause?: unknown) {
    super(message, { cause });
    this.afterMs = afterMs;
  }
}

/** Thrown if Airtable no longer knows the place at which a table was to be read on. */
export class PlaceExpired extends Error {}

/** Builds the fault of an import whose base cannot be read. */
export function baseRefused(code: string, message: string, cause?: unknown): AppError {
  const problem = code === "url_not_public" || code === "limit_reached" ? code : "validation_failed";
  return new AppError(problem, message, { errors: [{ field: "source.airtable", code, message }], cause });
}
