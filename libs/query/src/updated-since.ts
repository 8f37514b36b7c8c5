import { AppError } from "@jst/errors";
import { parseTimestamp } from "./timestamp.ts";

/**
 * The instant of `updated_since` (conventions.updated-since), as PostgreSQL reads it without rounding; 400 when it is
 * none.
 */
export function readUpdatedSince(text: string): string {
  const instant = parseTimestamp(text);
  if (instant !== undefined) return instant;
  throw new AppError("invalid_parameter", "updated_since is an RFC 3339 time such as 2026-01-31T12:00:00Z.", {
    errors: [
      {
        field: "updated_since",
        code: "invalid_format",
        message: "Write it as 2026-01-31T12:00:00Z, with a zone.",
      },
    ],
  });
}
