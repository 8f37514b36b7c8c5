import type { FieldError } from "@jst/errors";
import { documentFaults, membersOf } from "../documents/body-faults.ts";

/** The rules of an invoice's body that its schema does not have, whether it is a new one or a patch. */
export function invoiceFaults(body: unknown, written: () => unknown): FieldError[] {
  const { due_date: date, days_until_due: days } = membersOf(body);
  const faults = documentFaults(body, written);
  if (date != null && days != null)
    for (const field of ["due_date", "days_until_due"])
      faults.push({ field, code: "not_allowed", message: "Give either due_date or days_until_due." });
  return faults;
}
