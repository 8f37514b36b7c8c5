export const MONEY = {
  columns: { number: "Number", state: "State", for: "For", total: "Total", made: "Created" },
  lines: "Lines",
  lineColumns: {
    description: "Description",
    quantity: "Quantity",
    each: "Price",
    tax: "Tax",
    amount: "Amount",
  },
  line: (n: number) => `Line ${n}`,
  description: "Description",
  quantity: "Quantity",
  each: "Price of one",
  taxPercent: "Tax, in percent",
  category: "Type of tax",
  categories: {
    "": "Set automatically from the tax rate",
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
  taxColumns: { rate: "Rate", kind: "Type", net: "Net", tax: "Tax", reason: "Reason" },
  behaviors: { exclusive: "without tax", inclusive: "with tax" },
  roundings: { per_line: "for each line", per_rate: "once for each rate" },
  needsNumber: "Enter a number.",
  taxPlaces: "A tax rate has at most 3 decimal places.",
  taxRange: "A tax rate is from 0 to 1000 percent.",
  addLine: "Add a line",
  removeLine: (n: number) => `Remove line ${n}`,
  remove: "Remove",
  withoutNumber: "no number yet",
  fields: {
    currency: "Currency, such as EUR",
    due_date: "Due on",
    memo: "Note on the document",
    footer: "Footer",
    status: "State",
    interval: "Repeats every",
    send: "Send it by e-mail",
    tax_behavior: "Prices are",
    tax_rounding: "Tax is rounded",
  },
  intervals: { day: "day", week: "week", month: "month", year: "year" },
  each_: (interval: string) => `every ${interval}`,
} as const;

/** Outcomes of the e-mail of an invoice or a quote. */
export const DOCUMENT_MAIL = {
  sent: (to: string) => `The e-mail to ${to} was sent.`,
  underWay: (to: string) => `The e-mail to ${to} is on its way.`,
  captured: (to: string) =>
    `No e-mail was sent to ${to}: the team has no mail server, so the e-mail was captured here. Copy the link and send it yourself.`,
  failed: (to: string) =>
    `The e-mail to ${to} was not delivered. Copy the link and send it yourself, or check the address.`,
  message: "Show the e-mail",
  copy: "Copy the link",
} as const;

export const INVOICES = {
  kind: "Invoice",
  none: "There are no invoices yet. Create one here.",
  opens: "New invoice",
  does: "Save draft",
  draft: "Draft of an invoice",
  edit: "Edit the draft",
  numbered: (number: string) => `Invoice ${number}`,
  itsPage: "Payment page",
  finalize: {
    opens: "Finalize",
    title: "Finalize this invoice?",
    does: "Finalize",
    says: "The invoice gets the next number and can be paid. You can no longer change it; you can only void it.",
  },
  finalizeAndSend: {
    opens: "Finalize and send",
    title: "Finalize and send this invoice?",
    does: "Finalize and send",
    says: "The invoice gets the next number and goes to the customer by e-mail. If the team has no mail server, no e-mail is sent, and you copy the link. You can no longer change its lines.",
  },
  void: (number: string) => ({
    opens: "Void",
    title: `Void invoice ${number}?`,
    does: "Void the invoice",
    says: "The amount is no longer due. The invoice keeps its number, and you cannot reverse this.",
  }),
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
    other: "other",
  },
  uncollectible: {
    opens: "Mark as uncollectible",
    title: "Mark this invoice as uncollectible?",
    does: "Mark as uncollectible",
    says: "The amount counts as lost. If it is paid later, you can still mark it as paid.",
  },
  delete: { opens: "Delete the draft" },
} as const;

const quoteOf = (number: string | null) => (number === null ? "this draft" : `quote ${number}`);

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
    says: "The quote gets the next number and goes to the customer by e-mail. If the team has no mail server, no e-mail is sent, and you copy the link.",
  },
  accept: {
    opens: "Accept for the customer",
    title: "Accept this quote?",
    does: "Accept",
    says: "The quote becomes an invoice, or a subscription if its prices repeat. You cannot reverse this.",
  },
  decline: (number: string | null) => ({
    opens: "Decline for the customer",
    title: `Decline ${quoteOf(number)}?`,
    does: "Decline",
    says: "The quote can no longer be accepted.",
  }),
  cancel: (number: string | null) => ({
    opens: "Cancel the quote",
    title: `Cancel ${quoteOf(number)}?`,
    does: "Cancel the quote",
    says: "The quote is withdrawn and can no longer be accepted.",
  }),
} as const;

export const SUBSCRIPTIONS = {
  kind: "Subscription",
  none: "There are no subscriptions yet. Create one here.",
  opens: "New subscription",
  does: "Create subscription",
  of: (name: string) => `Subscription of ${name}`,
  aContact: "a contact",
  cancelAtEnd: (name: string) => ({
    opens: "Cancel at the end of its period",
    title: `Cancel the subscription of ${name} when its period ends?`,
    does: "Cancel at the end",
    says: "The subscription runs to the end of the paid period. No further invoice is made.",
  }),
  cancelNow: (name: string) => ({
    opens: "Cancel now",
    title: `Cancel the subscription of ${name} now?`,
    does: "Cancel now",
    says: "The subscription ends at once. Existing invoices stay due.",
  }),
} as const;
