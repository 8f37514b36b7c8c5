import { AppError } from "@jst/errors";
import type { OpenForm } from "./queries.ts";

/** Why a form takes no submission. */
export type ClosedReason = "not_published" | "not_open" | "ended" | "full";

/** Sentences for people. */
export const closedSentences: Readonly<Record<ClosedReason, string>> = {
  not_published: "This form is not published.",
  not_open: "This form is not open yet.",
  ended: "This form no longer accepts submissions.",
  full: "This form has as many submissions as it takes.",
};

/** Why the form takes none, but for how many it has: what it is, then the times (forms.closed). */
export function closedBecause({ status, isEarly, isLate }: OpenForm): ClosedReason | undefined {
  if (status === "draft") return "not_published";
  if (status !== "published") return "ended";
  if (isEarly) return "not_open";
  return isLate ? "ended" : undefined;
}

/** The refusal of a submission to a form that takes none. */
export function closed(reason: ClosedReason): AppError {
  return new AppError("form_closed", closedSentences[reason], { extension: { reason } });
}
