import { uuidv7, type TeamTx } from "@jst/db";
import { lockCheckout } from "../checkout-rows/checkout.ts";
import { completeCheckout } from "../checkouts/complete-checkout.ts";
import { checkouts, expire } from "../checkouts/expire-checkout.ts";
import { insertCheckout } from "../checkouts/insert-checkout.ts";
import { linesOf } from "../documents/draft.ts";
import { DAYS_UNTIL_DUE } from "../invoices/due.ts";
import { lockInvoice } from "../invoices/invoice.ts";
import { giveUp } from "../invoices/mark-uncollectible.ts";
import { invoices, publishCreated } from "../invoices/lifecycle.ts";
import { insertInvoice } from "../invoices/numbering.ts";
import { payBy } from "../invoices/pay-invoice.ts";
import { declareVoid } from "../invoices/void-invoice.ts";
import { PLAIN_TERMS } from "../money/tax-terms.ts";
import type { Paying } from "../payers/payers.ts";
import { accept } from "../quotes/accept-quote.ts";
import { cancel } from "../quotes/cancel-quote.ts";
import { decline } from "../quotes/decline-quote.ts";
import { quotes } from "../quotes/lifecycle.ts";
import { lockQuote } from "../quotes/quote.ts";
import { insertQuote } from "../quotes/store-quote.ts";
import { insertSubscription } from "../subscriptions/insert-subscription.ts";
import { careLines, type checkoutExamples, type invoiceExamples, type quoteExamples } from "./examples.ts";

const CURRENCY = "EUR";
const transfer = { provider: "manual", method: "bank_transfer", reference: "Statement 7" };

/** Metadata of every example, by which it is found again. */
export const MARK = { example: "commerce" };

/** Team and transaction of an example. */
export interface Seeding {
  tx: TeamTx;
  timezone: string;
  payer: Paying;
}

/** Makes the draft of a document with these lines. */
function draftOf(
  { payer }: Seeding,
  lines: Parameters<typeof linesOf>[0]["line_items"],
  memo: string | null = null,
) {
  return {
    ...payer,
    ...linesOf({ currency: CURRENCY, line_items: lines }, PLAIN_TERMS),
    memo,
    metadata: MARK,
  };
}

export async function makeInvoice(
  seeding: Seeding,
  { become, lines, memo }: (typeof invoiceExamples)[number],
): Promise<void> {
  const { tx, timezone } = seeding;
  const draft = {
    ...draftOf(seeding, lines, memo),
    footer: null,
    due_date: null,
    days_until_due: DAYS_UNTIL_DUE,
  };
  const made = await insertInvoice(tx, draft, { isFinal: become !== "draft", timezone });
  publishCreated(tx, made);
  const held = await lockInvoice(tx, made.id, timezone);
  if (held === undefined) throw new Error("An example that was made is not there.");
  const commands = { paid: payBy(transfer), void: declareVoid, uncollectible: giveUp };
  if (become in commands)
    await invoices.enter(tx, held, commands[become as keyof typeof commands], { timezone });
}

const quoteMoves = { accepted: accept, declined: decline, canceled: cancel };

export async function makeQuote(
  seeding: Seeding,
  { become, lines }: (typeof quoteExamples)[number],
): Promise<void> {
  const { tx, timezone } = seeding;
  const draft = { ...draftOf(seeding, lines), footer: null, expires_at: null, recurring: null };
  const { id } = await insertQuote(tx, draft, become !== "draft");
  quotes.record(tx, "create", id);
  const held = await lockQuote(tx, id);
  if (held !== undefined && become !== "draft" && become !== "open")
    await quotes.enter(tx, held, quoteMoves[become], { timezone });
}

export async function makeCheckout(
  seeding: Seeding,
  become: (typeof checkoutExamples)[number],
): Promise<void> {
  const { tx, timezone } = seeding;
  const draft = draftOf(seeding, careLines);
  const url = "https://shop.example.com/";
  const { id } = await insertCheckout(tx, {
    ...draft,
    ...{ id: uuidv7(), mode: "payment", recurring: null, invoice_id: null, minutes: 1_440 },
    ...{ success_url: `${url}thanks`, cancel_url: url },
  });
  checkouts.record(tx, "create", id);
  const held = await lockCheckout(tx, id);
  if (held !== undefined && become === "complete")
    await completeCheckout(tx, held, { paying: undefined, payment: transfer, timezone });
  if (held !== undefined && become === "expired") await checkouts.enter(tx, held, expire, {});
}

export async function makeSubscription(
  seeding: Seeding,
  { trialDays }: { trialDays: number },
): Promise<void> {
  const { tx, timezone } = seeding;
  const rhythm = { interval: "month", intervalCount: 1, timezone } as const;
  await insertSubscription(
    tx,
    {
      ...draftOf(seeding, careLines),
      asked: { startAt: undefined, cancelAt: undefined, trialDays, rhythm },
      ...{ collection_method: "send_invoice", days_until_due: DAYS_UNTIL_DUE },
    },
    timezone,
  );
}
