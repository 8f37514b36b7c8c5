import type { Amount, Change, Image, NetChange, Resource, Resources } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { settleCheckouts } from "./checkouts/lifecycle.ts";
import { recordAct } from "./documents/document.ts";
import { invoices } from "./invoices/lifecycle.ts";
import { PLAIN_TERMS } from "./money/tax.ts";
import { settleSubscriptionOf } from "./subscriptions/standing.ts";

// Resources that depend on an invoice follow each change of its state, in its transaction. An invoice is locked before
// its checkouts, and these before its subscription.
invoices.follow(settleCheckouts, settleSubscriptionOf);

/** Total of a document, as approval rules sum it. */
const amount = ({ currency, total }: Image): Amount => ({ currency: String(currency), value: Number(total) });

/** Subscriptions as undo sees them: none is undone, for it has made an invoice, or will (commerce.undo). */
const subscriptions: Resource = {
  table: "commerce.subscriptions",
  noun: "subscription",
  scope: "commerce",
  amount,
  hidden: ["next_period"],
  finalBecause: () => "A subscription cannot be undone. Cancel it instead.",
  images: {
    shown: ({ current_period_start: start, current_period_end: end, trial_end, billing_anchor, ...row }) => ({
      ...withTax(row),
      current_period_start: shownTime(start),
      current_period_end: shownTime(end),
      trial_end: shownTime(trial_end),
      billing_anchor: shownTime(billing_anchor),
    }),
  },
};

/** Checkouts as undo sees them: none is undone, for a payer may have its address (commerce.undo). */
const checkouts: Resource = {
  table: "commerce.checkouts",
  noun: "checkout",
  scope: "commerce",
  amount,
  hidden: ["is_of_invoice", "bill_to"],
  finalBecause: () => "A checkout cannot be undone. Expire it instead.",
  images: {
    shown: ({ expires_at, ...row }) => ({ ...withTax(row), expires_at: shownTime(expires_at), url: null }),
  },
};

/** Resources whose changes commerce records; of invoices and quotes drafts are undone, final ones never. */
export const resources: Resources = {
  invoices: drafts("invoice", "invoices", shownInvoice),
  quotes: drafts("quote", "quotes", shownQuote),
  subscriptions,
  checkouts,
};

/** Describes documents to undo: changes to a draft are undone, changes to a final one never (commerce.undo). */
function drafts(noun: string, table: string, shown: (image: Image) => Image): Resource {
  const final = `Only changes to a draft ${noun} can be undone.`;
  return {
    table: `commerce.${table}`,
    noun,
    scope: "commerce",
    amount,
    recipients: (change) => (leavesDraft(change) ? 1 : 0),
    deletedAt: "deleted_at",
    finalBecause: ({ before, after }: Change) =>
      [before, after].every((image) => image === null || image["status"] === "draft") ? undefined : final,
    images: { shown: (image) => shown(withTax(image)) },
    undo: {
      hold: (tx, undone) => requireDrafts(tx, table, undone, final),
      settle: (tx, changes) => {
        for (const id of new Set(changes.map((change) => change.id))) recordAct(tx, table, "undo", id);
        return Promise.resolve([]);
      },
    },
  };
}

/** True where the document is final from now on, and was not before. */
function leavesDraft({ op, before, after }: Change): boolean {
  const wasDraft = before === null || before["status"] === "draft";
  return op !== "delete" && wasDraft && after?.["status"] !== "draft";
}

/** Throws not_undoable for a document that is no longer a draft, also with force. */
async function requireDrafts(
  tx: TeamTx,
  table: string,
  undone: readonly NetChange[],
  final: string,
): Promise<void> {
  const rows = await tx.query<{ status: string }>({
    name: `commerce.${table}.undone`,
    text: `select t.status from commerce.${table} t
where t.team_id = $1 and t.id = any($2::uuid[]) order by t.id for no key update`,
    values: [tx.context.teamId, undone.map(({ id }) => id)],
  });
  if (rows.some(({ status }) => status !== "draft")) throw new AppError("not_undoable", final);
}

/** Completes the tax of an image; older rows have no terms. */
const withTax = ({ tax_behavior: behavior, tax_rounding: rounding, ...image }: Image): Image => ({
  ...image,
  ...PLAIN_TERMS,
  ...(behavior != null && { tax_behavior: behavior }),
  ...(rounding != null && { tax_rounding: rounding }),
  total_excluding_tax: Number(image["total"]) - Number(image["tax_total"]),
});

/** A time of an image as callers know it. */
const shownTime = (time: unknown): string | null =>
  typeof time === "string" ? new Date(time).toISOString() : null;

/** Returns the image of an invoice with the members of the API, without the address of its page. */
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

/** Returns the image of a quote with the members of the API, without the address of its page. */
function shownQuote(image: Image): Image {
  const { result_type: type, result_id: id, ...row } = image;
  const { finalized_at, accepted_at, declined_at, canceled_at, ...rest } = row;
  return {
    ...rest,
    expires_at: shownTime(rest["expires_at"]),
    hosted_url: null,
    result_ref: id == null ? null : { type, id },
    status_transitions: {
      finalized_at: shownTime(finalized_at),
      accepted_at: shownTime(accepted_at),
      declined_at: shownTime(declined_at),
      expired_at: null,
      canceled_at: shownTime(canceled_at),
    },
  };
}
