import { randomUUID } from "node:crypto";
import {
  describeMigrations,
  describeTenancy,
  insertSampleProposal,
  outboxExceptions,
  testDatabase,
} from "@jst/testing";
import { openPages } from "./documents/hosted.ts";
import { endSession, insertCheckout } from "./checkouts/checkout.ts";
import { insertInvoice } from "./invoices/numbering.ts";
import { PLAIN_TERMS } from "./money/tax.ts";
import { noteCharge } from "./subscriptions/dues.ts";
import { insertSubscription } from "./subscriptions/insert-subscription.ts";
import { insertQuote } from "./quotes/quote.ts";
import { texts } from "./texts.ts";

// Previews and rows of this file show no address that anybody opens.
openPages({ current: "k", keys: new Map([["k", Buffer.alloc(32)]]) }, "http://localhost");

const database = await testDatabase("commerce");

const subscribed = {
  dates: {
    startAt: undefined,
    cancelAt: undefined,
    trialDays: 0,
    rhythm: { interval: "month", intervalCount: 1, timezone: "Europe/Berlin" },
  },
  contact_id: randomUUID(),
  bill_to: {},
  currency: "EUR",
  line_items: [],
  collection_method: "send_invoice",
  days_until_due: 30,
  memo: null,
  metadata: {},
} as const;

describeMigrations("commerce");

describeTenancy("commerce", {
  database,
  texts,
  exceptions: {
    ...outboxExceptions,
    policies: {
      ...outboxExceptions.policies,
      "subscription_dues.worker": "the clock sees when something of a subscription is due",
      "session_ends.worker": "the clock sees in which teams a provider's page is to be ended",
      "charges.worker": "the clock sees in which teams something is to be charged",
      "settings.worker": "the clock sees which teams have a test clock, and where it stands",
    },
  },
  fill: async (tx) => {
    await insertSampleProposal(tx);
    const sums = { subtotal: 0, discount_total: 0, tax_total: 0, total: 0, ...PLAIN_TERMS };
    const draft = { contact_id: randomUUID(), bill_to: {}, currency: "EUR", line_items: [], ...sums };
    const rest = { due_date: null, days_until_due: 30, memo: null, footer: null, metadata: {} };
    await tx.query({
      name: "commerce.provider_faults.sample",
      text: "insert into commerce.provider_faults (team_id) values ($1)",
      values: [tx.context.teamId],
    });
    await tx.query({
      name: "commerce.settings.sample",
      text: "insert into commerce.settings (team_id, key, value) values ($1, 'commerce.test', 'true')",
      values: [tx.context.teamId],
    });
    const { id } = await insertInvoice(tx, { ...draft, ...rest }, { isFinal: true, timezone: "UTC" });
    noteCharge(tx, id);
    await insertSubscription(tx, { ...subscribed, ...sums }, "UTC");
    const quote = { memo: null, footer: null, metadata: {}, expires_at: null, recurring: null };
    await insertQuote(tx, { ...draft, ...quote }, true);
    await insertCheckout(tx, {
      ...{
        ...draft,
        id: randomUUID(),
        invoice_id: id,
        mode: "payment",
        recurring: null,
        memo: null,
        metadata: {},
      },
      ...{ success_url: "https://shop.example/", cancel_url: "https://shop.example/", minutes: 30 },
    });
    await tx.query({
      name: "commerce.attempts.sample",
      text: "insert into commerce.attempts (team_id, kind, target_id) values ($1, 'invoices', $2)",
      values: [tx.context.teamId, id],
    });
    endSession(tx, "cs_sample", new Date().toISOString());
  },
});
