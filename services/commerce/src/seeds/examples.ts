/** Payers of the examples; they do not exist. */
export const buyerExamples = [
  { name: "Iris Tan", email: "iris.tan@example.com" },
  { name: "Omar Haddad", email: "omar.haddad@example.com" },
] as const;

const workshop = { description: "Workshop, half a day", unit_amount: 60_000, tax_rate_bps: 1_900 };
const advice = { description: "Advice, by the hour", quantity: 2.5, unit_amount: 9_000, tax_rate_bps: 1_900 };
const care = { description: "Care of the shop", unit_amount: 4_900 };

/** Invoices, and what has become of each: one of every state. */
export const invoiceExamples = [
  { become: "draft", lines: [workshop], memo: "To be agreed" },
  { become: "open", lines: [workshop, advice], memo: null },
  { become: "paid", lines: [advice], memo: null },
  { become: "void", lines: [care], memo: "Sent twice" },
  { become: "uncollectible", lines: [{ ...workshop, discount_amount: 5_000 }], memo: null },
] as const;

/** Quotes, and what has become of each. */
export const quoteExamples = [
  { become: "draft", lines: [workshop] },
  { become: "open", lines: [workshop, advice] },
  { become: "accepted", lines: [advice] },
  { become: "declined", lines: [care] },
  { become: "canceled", lines: [care] },
] as const;

/** Checkouts, and what has become of each. */
export const checkoutExamples = ["open", "complete", "expired"] as const;

/** Subscriptions: one is invoiced from now on, one on trial. */
export const subscriptionExamples = [{ trialDays: 0 }, { trialDays: 14 }] as const;

/** Lines of checkouts and subscriptions. */
export const careLines = [care];
