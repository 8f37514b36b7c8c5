import type { Image, Resource } from "@jst/changes";
import { recordedDrafts, shownTime } from "../documents/recorded.ts";

/** Invoices as undo sees them: drafts are undone, final ones never (commerce.undo). */
export const recordedInvoices: Resource = recordedDrafts("invoice", "invoices", shownInvoice);

/** The image with the members that callers know; addresses of pages are in none. */
function shownInvoice(image: Image): Image {
  const { source_type: type, source_id: id, period_start, period_end, ...row } = image;
  const { finalized_at, paid_at, voided_at, marked_uncollectible_at, ...rest } = row;
  const { status, total } = rest;
  return {
    ...rest,
    amount_paid: status === "paid" ? total : 0,
    amount_due: status === "paid" || status === "void" ? 0 : total,
    hosted_url: null,
    source: { type, id },
    period: period_start == null ? null : { start: shownTime(period_start), end: shownTime(period_end) },
    status_transitions: {
      finalized_at: shownTime(finalized_at),
      paid_at: shownTime(paid_at),
      voided_at: shownTime(voided_at),
      marked_uncollectible_at: shownTime(marked_uncollectible_at),
    },
  };
}
