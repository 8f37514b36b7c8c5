import type { Change, Image, NetChange, Resource } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";

const FINAL = "A finalized invoice stays: declare it void in place of undoing it.";

/** What a draft was is taken back; what is finalized never is (commerce.undo). */
export const recordedInvoices: Resource = {
  table: "commerce.invoices",
  noun: "invoice",
  deletedAt: "deleted_at",
  finalBecause: ({ before, after }: Change) =>
    [before, after].every((image) => image === null || image["status"] === "draft") ? undefined : FINAL,
  images: { shown: shownInvoice },
  undo: { hold: requireDrafts },
};

/** Throws not_undoable for what was a draft when it was written and is none by now, also with force. */
async function requireDrafts(tx: TeamTx, undone: readonly NetChange[]): Promise<void> {
  const rows = await tx.query<{ status: string }>({
    name: "commerce.invoices.undone",
    text: `select t.status from commerce.invoices t
where t.team_id = $1 and t.id = any($2::uuid[]) order by t.id for no key update`,
    values: [tx.context.teamId, undone.map(({ id }) => id)],
  });
  if (rows.some(({ status }) => status !== "draft")) throw new AppError("not_undoable", FINAL);
}

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

const shownTime = (time: unknown): string | null =>
  typeof time === "string" ? new Date(time).toISOString() : null;
