import { AppError } from "@jst/errors";

/** Items of a page when the caller does not say (conventions.limit). */
export const LIMIT_DEFAULT = 50;
/** Items of the largest page; more is clamped. */
export const LIMIT_MAX = 500;

/** Reads `limit`: a whole number from 1, however long, clamped to `max`; anything else is a 400. */
export function parseLimit(value: string | number | undefined, max = LIMIT_MAX): number {
  if (value === undefined) return LIMIT_DEFAULT;
  const text = String(value);
  if (!/^[0-9]+$/.test(text) || Number(text) < 1) {
    throw new AppError("invalid_parameter", "limit must be a whole number of at least 1.", {
      errors: [{ field: "limit", code: "invalid_value", message: "Must be a whole number of at least 1." }],
    });
  }
  return Math.min(Number(text), max);
}
