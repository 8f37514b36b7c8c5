import { AppError, notFound } from "@jst/errors";
import { isUuid } from "@jst/rpc";

/** The id of a path, or not_found: a malformed id answers like an absent one (conventions.ids). */
export function requireId(text: string | undefined): string {
  if (text === undefined || !isUuid(text)) throw notFound();
  return text;
}

/** Throws version_conflict when If-Match named another version than the thing has; undefined matches any. */
export function requireVersion(noun: string, current: number, ifMatch: number | undefined): void {
  if (ifMatch === undefined || ifMatch === current) return;
  throw new AppError(
    "version_conflict",
    `The ${noun} was changed after you read it. Read it again, then repeat your change.`,
    {
      extension: { current_version: current },
    },
  );
}
