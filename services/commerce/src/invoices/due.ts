import { validationFailed } from "@jst/errors";
import { one, type TeamTx } from "@jst/db";
import { todayIn } from "../settings/team-now.ts";

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
