import { AppError } from "@jst/errors";
import { parseTimestamp } from "@jst/query";

/** The time of a parameter as PostgreSQL reads it; throws invalid_parameter for what is none. */
export function moment(field: string, text: string): string {
  const parsed = parseTimestamp(text);
  if (parsed !== undefined) return parsed;
  const message = "A time as RFC 3339 with a zone, such as 2026-01-31T08:00:00Z.";
  const errors = [{ field, code: "invalid_value", message }];
  throw new AppError("invalid_parameter", `${field} is not a time.`, { errors });
}
