import { validationFailed, type FieldError } from "@jst/errors";
import { one, type TeamTx } from "@jst/db";
import { todayIn } from "../settings/team-settings.ts";
import { documentFaults, membersOf } from "../documents/draft.ts";

/** Days after which an invoice is due that says nothing of it. */
export const DAYS_UNTIL_DUE = 30;

/** Throws where an invoice would be due before today, a date in the team's zone. */
export function requireAhead(dueDate: string | null, today: string): void {
  if (dueDate === null || dueDate >= today) return;
  const message = `It is ${today} for the team; an invoice is not due before that.`;
  throw validationFailed([{ field: "due_date", code: "out_of_range", message }]);
}

/** Today in the team's zone. */
export async function readToday(tx: TeamTx, timezone: string): Promise<string> {
  const text = `select ${todayIn("$1")}::text as today`;
  return one(await tx.query<{ today: string }>({ name: "commerce.today", text, values: [timezone] })).today;
}

/** The rules of an invoice's body that its schema does not have, whether it is a new one or a patch. */
export function invoiceFaults(body: unknown, written: () => unknown): FieldError[] {
  const { due_date: date, days_until_due: days } = membersOf(body);
  const faults = documentFaults(body, written);
  if (date != null && days != null)
    for (const field of ["due_date", "days_until_due"])
      faults.push({ field, code: "not_allowed", message: "Give either due_date or days_until_due." });
  return faults;
}
