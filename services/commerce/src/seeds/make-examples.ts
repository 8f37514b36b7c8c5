import { uuidv7, type TeamTx } from "@jst/db";
import { insertCheckout, lockCheckout } from "../checkouts/checkout.ts";
import { completeCheckout } from "../checkouts/complete-checkout.ts";
import { checkouts, expire } from "../checkouts/lifecycle.ts";
import { linesOf } from "../documents/draft.ts";
import { DAYS_UNTIL_DUE, lockInvoice } from "../invoices/invoice.ts";
import { declareVoid, giveUp, invoices, payBy, publishCreated } from "../invoices/lifecycle.ts";
import { insertInvoice } from "../invoices/numbering.ts";
import { PLAIN_TERMS } from "../money/tax.ts";
import type { Paying } from "../payers/payers.ts";
import { accept } from "../quotes/accept-quote.ts";
import { cancel, decline, quotes } from "../quotes/lifecycle.ts";
import { insertQuote, lockQuote } from "../quotes/quote.ts";
import { insertSubscription } from "../subscriptions/insert-subscription.ts";

/** Payers of the examples; they do not exist. */
export const buyerExamples = [
  { name: "Iris Tan", email: "iris.tan@example.com" },
  { name: "Omar Haddad", email: "omar.haddad@example.com" },
] as const;

const workshop = { description: "Workshop, half a day", unit_amount: 60_000, tax_rate_bps: 1_900 };
const advice = { description: "Advice, by the hour", quantity: 2.5, unit_amount: 9_000, tax_rate_bps: 1_900 };
const care = { description: "Care of the shop", unit_amount: 4_900 };

/** Invoices, one of every state. */
export const invoiceExamples = [
  { become: "draft", lines: [workshop], memo: "To be agreed" },
  { become: "open", lines: [workshop, advice], memo: null },
  { become: "paid", lines: [advice], memo: null },
  { become: "void", lines: [care], memo: "Sent twice" },
  { become: "uncollectible", lines: [{ ...workshop, discount_amount: 5_000 }], memo: null },
] as const;

/** Quotes, one of every state but expired. */
export const quoteExamples = [
  { become: "draft", lines: [workshop] },
  { become: "open", lines: [workshop, advice] },
  { become: "accepted", lines: [advice] },
  { become: "declined", lines: [care] },
  { become: "canceled", lines: [care] },
] as const;

/** Checkouts, one of every state. */
export const checkoutExamples = ["open", "complete", "expired"] as const;

/** Subscriptions: one is invoiced from now on, one on trial. */
export const subscriptionExamples = [{ trialDays: 0 }, { trialDays: 14 }] as const;

/** Lines of checkouts and subscriptions. */
export const careLines = [care];

const CURRENCY = "EUR";
const transfer = { provider: "manual", method: "bank_transfer", reference: "Statement 7" };

/** Metadata of every example, by which it is found again. */
export const MARK = { example: "commerce" };

/** Team and transaction of an example. */
export interface ExampleContext {
  tx: TeamTx;
  timezone: string;
  payer: Paying;
}

/** Makes the draft of a document with these lines. */
function draftOf(
  { payer }: ExampleContext,
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
  context: ExampleContext,
  { become, lines, memo }: (typeof invoiceExamples)[number],
): Promise<void> {
  const { tx, timezone } = context;
  const draft = {
    ...draftOf(context, lines, memo),
    footer: null,
    due_date: null,
    days_until_due: DAYS_UNTIL_DUE,
  };
  const made = await insertInvoice(tx, draft, { isFinal: become !== "draft", timezone });
  publishCreated(tx, made);
  const locked = await lockInvoice(tx, made.id, timezone);
  if (locked === undefined) throw new Error("An example that was made is not there.");
  const commands = { paid: payBy(transfer), void: declareVoid, uncollectible: giveUp };
  if (become in commands)
    await invoices.enter(tx, locked, commands[become as keyof typeof commands], { timezone });
}

const quoteCommands = { accepted: accept, declined: decline, canceled: cancel };

export async function makeQuote(
  context: ExampleContext,
  { become, lines }: (typeof quoteExamples)[number],
): Promise<void> {
  const { tx, timezone } = context;
  const draft = { ...draftOf(context, lines), footer: null, expires_at: null, recurring: null };
  const { id } = await insertQuote(tx, draft, become !== "draft");
  quotes.record(tx, "create", id);
  const locked = await lockQuote(tx, id);
  if (locked !== undefined && become !== "draft" && become !== "open")
    await quotes.enter(tx, locked, quoteCommands[become], { timezone });
}

export async function makeCheckout(
  context: ExampleContext,
  become: (typeof checkoutExamples)[number],
): Promise<void> {
  const { tx, timezone } = context;
  const draft = draftOf(context, careLines);
  const url = "https://shop.example.com/";
  const { id } = await insertCheckout(tx, {
    ...draft,
    ...{ id: uuidv7(), mode: "payment", recurring: null, invoice_id: null, minutes: 1_440 },
    ...{ success_url: `${url}thanks`, cancel_url: url },
  });
  checkouts.record(tx, "create", id);
  const locked = await lockCheckout(tx, id);
  if (locked !== undefined && become === "complete")
    await completeCheckout(tx, locked, { paying: undefined, payment: transfer, timezone });
  if (locked !== undefined && become === "expired") await checkouts.enter(tx, locked, expire, {});
}

export async function makeSubscription(
  context: ExampleContext,
  { trialDays }: { trialDays: number },
): Promise<void> {
  const { tx, timezone } = context;
  const rhythm = { interval: "month", intervalCount: 1, timezone } as const;
  await insertSubscription(
    tx,
    {
      ...draftOf(context, careLines),
      dates: { startAt: undefined, cancelAt: undefined, trialDays, rhythm },
      ...{ collection_method: "send_invoice", days_until_due: DAYS_UNTIL_DUE },
    },
    timezone,
  );
}
