import type { FieldError } from "@jst/errors";
import { isDate } from "@jst/query";
import { lineFaults } from "../money/line-items.ts";

const KEY_MAX = 100;
const VALUE_MAX = 500;

/** The rules of an invoice's body that its schema does not have, whether it is a new one or a patch. */
export function invoiceFaults(body: unknown, written: () => unknown): FieldError[] {
  if (typeof body !== "object" || body === null) return [];
  const { due_date: date, days_until_due: days, metadata } = body as Readonly<Record<string, unknown>>;
  const faults = [...lineFaults("line_items", body, written), ...metadataFaults(metadata)];
  if (date != null && days != null)
    for (const field of ["due_date", "days_until_due"])
      faults.push({ field, code: "not_allowed", message: "Give either due_date or days_until_due." });
  else if (typeof date === "string" && /^0000/.test(date) && !isDate(date))
    faults.push({ field: "due_date", code: "invalid_format", message: "The calendar begins with year 1." });
  return faults;
}

function metadataFaults(metadata: unknown): FieldError[] {
  if (typeof metadata !== "object" || metadata === null) return [];
  return Object.entries(metadata).flatMap(([key, value]): FieldError[] => {
    const field = `metadata.${key.slice(0, KEY_MAX).toWellFormed()}`;
    const length = Array.from(key).length;
    if (length < 1 || length > KEY_MAX)
      return [{ field, code: "invalid_value", message: `A key has 1 to ${KEY_MAX} characters.` }];
    if (typeof value !== "string")
      return [{ field, code: "invalid_type", message: "Must be a text in quotes." }];
    return Array.from(value).length > VALUE_MAX
      ? [{ field, code: "too_long", message: `Must have at most ${VALUE_MAX} characters.` }]
      : [];
  });
}
