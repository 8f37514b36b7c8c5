import { AppError, notFound } from "@jst/errors";
import { isUuid } from "@jst/rpc";

/** The id of a path, or not_found: a malformed id answers like an absent one (conventions.ids). */
export function requireWebhookId(text: string): string {
  if (!isUuid(text)) throw notFound();
  return text;
}

/** Throws version_conflict when If-Match named another version than the endpoint has; undefined matches any. */
export function requireVersion(current: number, ifMatch: number | undefined): void {
  if (ifMatch === undefined || ifMatch === current) return;
  throw new AppError("version_conflict", "The endpoint has changed since you read it. Read it again.", {
    extension: { current_version: current },
  });
}
