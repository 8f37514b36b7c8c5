import { AppError } from "@jst/errors";
import { parseTimestamp, type Field } from "@jst/query";

/** Fields every resource of this service sorts and filters by; `alias` is that of its table in the statement. */
export function systemFields(alias: string): Field[] {
  return [
    { name: "id", kind: "uuid", sql: `${alias}.id`, notNull: true },
    { name: "created_at", kind: "datetime", sql: `${alias}.created_at`, notNull: true },
    { name: "updated_at", kind: "datetime", sql: `${alias}.updated_at`, notNull: true },
  ];
}

/** The instant of `updated_since`, as PostgreSQL reads it without rounding; 400 when it is none. */
export function readUpdatedSince(text: string): string {
  const instant = parseTimestamp(text);
  if (instant !== undefined) return instant;
  throw new AppError("invalid_parameter", "updated_since is an RFC 3339 timestamp with a zone.", {
    errors: [
      { field: "updated_since", code: "invalid_format", message: "Write it as 2026-01-31T12:00:00Z." },
    ],
  });
}
