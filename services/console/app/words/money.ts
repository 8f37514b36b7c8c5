import { BROUGHT_BACK } from "./words.ts";

/** What the pages of money say. */
export const MONEY = {
  columns: { number: "Number", state: "State", for: "For", total: "Total", made: "Made" },
  lines: "Lines",
  lineColumns: {
    description: "Description",
    quantity: "Quantity",
    each: "Each",
    tax: "Tax",
    amount: "Amount",
  },
  line: (n: number) => `Line ${n}`,
  description: "Description",
  quantity: "Quantity",
  each: "Price of one",
  taxPercent: "Tax, in percent",
  category: "Kind of tax",
  categories: {
    "": "By the rate",
    standard: "Standard",
    zero: "Zero-rated",
    exempt: "Exempt",
    reverse_charge: "Reverse charge",
    intra_community: "Intra-community supply",
    export: "Export",
    outside_scope: "Outside the scope of tax",
  },
  reason: "Why no tax is charged",
  taxes: "Tax by rate",
  taxColumns: { rate: "Rate", kind: "Kind", net: "Net", tax: "Tax", reason: "Reason" },
  behaviors: { exclusive: "without tax", inclusive: "with tax" },
  roundings: { per_line: "for each line", per_rate: "once for each rate" },
  needsNumber: "Write a number.",
  taxPlaces: "A tax rate has at most 3 decimal places.",
  taxRange: "A tax rate is from 0 to 1000 percent.",
  addLine: "Add a line",
  removeLine: (n: number) => `Remove line ${n}`,
  remove: "Remove",
  withoutNumber: "without a number",
  fields: {
    currency: "Currency, such as EUR",
    due_date: "Due on",
    memo: "Memo",
    footer: "Footer",
    status: "State",
    interval: "Each",
    send: "Send it by e-mail",
    tax_behavior: "Prices are",
    tax_rounding: "Tax is rounded",
  },
  intervals: { day: "day", week: "week", month: "month", year: "year" },
  each_: (interval: string) => `each ${interval}`,
} as const;

/** Of invoices. */
export const INVOICES = {
  kind: "Invoice",
  none: "There are no invoices yet. Create one here.",
  opens: "New invoice",
  does: "Save draft",
  draft: "Draft of an invoice",
  edit: "Edit the draft",
  numbered: (number: string) => `Invoice ${number}`,
  itsPage: "The page of who pays",
  finalize: {
    opens: "Finalize",
    title: "Finalize this invoice?",
    does: "Finalize",
    says: "The invoice gets the next number and can be paid. You can no longer change its lines, only void it.",
  },
  finalizeAndSend: {
    opens: "Finalize and send",
    title: "Finalize and send this invoice?",
    does: "Finalize and send",
    says: "The invoice gets the next number and goes to the payer by e-mail. You can no longer change its lines.",
  },
  void: {
    opens: "Void",
    title: "Void this invoice?",
    does: "Void the invoice",
    says: "The amount is no longer due. The number is not used again, and you cannot reverse this.",
  },
  pay: {
    opens: "Mark as paid",
    title: "Mark this invoice as paid?",
    does: "Mark as paid",
    says: "Record only money that you received. No card is charged.",
  },
  method: "How it was paid",
  methods: {
    bank_transfer: "bank transfer",
    cash: "cash",
    check: "check",
    card: "card",
    other: "otherwise",
  },
  uncollectible: {
    opens: "Mark as uncollectible",
    title: "Give up this invoice?",
    does: "Mark as uncollectible",
    says: "The amount counts as lost. If it is paid later, you can still mark it as paid.",
  },
  delete: {
    opens: "Delete the draft",
    title: "Delete this draft?",
    does: "Delete",
    says: `The draft is deleted. ${BROUGHT_BACK}`,
  },
} as const;

/** Of quotes. */
export const QUOTES = {
  kind: "Quote",
  none: "There are no quotes yet. Create one here.",
  opens: "New quote",
  does: "Save draft",
  draft: "Draft of a quote",
  numbered: (number: string) => `Quote ${number}`,
  finalize: {
    opens: "Finalize",
    title: "Finalize this quote?",
    does: "Finalize",
    says: "The quote gets the next number and can be accepted. You can no longer change its lines.",
  },
  finalizeAndSend: {
    opens: "Finalize and send",
    title: "Finalize and send this quote?",
    does: "Finalize and send",
    says: "The quote gets the next number and goes to the customer by e-mail.",
  },
  accept: {
    opens: "Accept for the customer",
    title: "Accept this quote?",
    does: "Accept",
    says: "The quote becomes an invoice, or a subscription if it recurs. You cannot reverse this here.",
  },
  decline: {
    opens: "Decline for the customer",
    title: "Decline this quote?",
    does: "Decline",
    says: "The quote can no longer be accepted.",
  },
  cancel: {
    opens: "Cancel the quote",
    title: "Cancel this quote?",
    does: "Cancel the quote",
    says: "The quote is withdrawn and can no longer be accepted.",
  },
} as const;

/** Of subscriptions. */
export const SUBSCRIPTIONS = {
  kind: "Subscription",
  none: "There are no subscriptions yet. Create one here.",
  opens: "New subscription",
  does: "Create subscription",
  of: (name: string) => `Subscription of ${name}`,
  aContact: "a contact",
  cancelAtEnd: {
    opens: "Cancel at the end of its period",
    title: "Cancel when the period ends?",
    does: "Cancel at the end",
    says: "The subscription runs to the end of the paid period. No further invoice is made.",
  },
  cancelNow: {
    opens: "Cancel now",
    title: "Cancel this subscription now?",
    does: "Cancel now",
    says: "The subscription ends at once. Existing invoices stay due.",
  },
} as const;
