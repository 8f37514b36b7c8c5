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
  needsNumber: "Write a number.",
  taxPlaces: "A tax has at most 2 decimal places.",
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
  },
  intervals: { day: "day", week: "week", month: "month", year: "year" },
  each_: (interval: string) => `each ${interval}`,
} as const;

/** Of invoices. */
export const INVOICES = {
  kind: "Invoice",
  none: "There is no invoice yet. Write one here.",
  opens: "New invoice",
  does: "Keep the draft",
  draft: "Draft of an invoice",
  edit: "Edit the draft",
  numbered: (number: string) => `Invoice ${number}`,
  itsPage: "The page of who pays",
  finalize: {
    opens: "Finalize",
    title: "Finalize this invoice?",
    does: "Finalize",
    says: "It gets the next number and can be paid. Its lines never change again; it can only be voided.",
  },
  finalizeAndSend: {
    opens: "Finalize and send",
    title: "Finalize and send this invoice?",
    does: "Finalize and send",
    says: "It gets the next number, and who pays gets it by e-mail. Its lines never change again.",
  },
  void: {
    opens: "Void",
    title: "Void this invoice?",
    does: "Void the invoice",
    says: "Nobody owes it any more. Its number stays taken, and nothing makes it valid again.",
  },
  pay: {
    opens: "Mark as paid",
    title: "Mark this invoice as paid?",
    does: "Mark as paid",
    says: "Record only money that has come; no card is charged.",
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
    says: "It is counted as lost. When it is paid after all, it can still be marked as paid.",
  },
  delete: {
    opens: "Delete the draft",
    title: "Delete this draft?",
    does: "Delete",
    says: `The draft is gone. ${BROUGHT_BACK}`,
  },
} as const;

/** Of quotes. */
export const QUOTES = {
  kind: "Quote",
  none: "There is no quote yet. Write one here.",
  opens: "New quote",
  does: "Keep the draft",
  draft: "Draft of a quote",
  numbered: (number: string) => `Quote ${number}`,
  finalize: {
    opens: "Finalize",
    title: "Finalize this quote?",
    does: "Finalize",
    says: "It gets the next number and can be accepted. Its lines never change again.",
  },
  finalizeAndSend: {
    opens: "Finalize and send",
    title: "Finalize and send this quote?",
    does: "Finalize and send",
    says: "It gets the next number, and whom it is for gets it by e-mail.",
  },
  accept: {
    opens: "Accept for the customer",
    title: "Accept this quote?",
    does: "Accept",
    says: "It becomes an invoice, or a subscription where it recurs. That cannot be taken back here.",
  },
  decline: {
    opens: "Decline for the customer",
    title: "Decline this quote?",
    does: "Decline",
    says: "Nobody can accept it any more.",
  },
  cancel: {
    opens: "Cancel the quote",
    title: "Cancel this quote?",
    does: "Cancel the quote",
    says: "It is withdrawn, and nobody can accept it any more.",
  },
} as const;

/** Of subscriptions. */
export const SUBSCRIPTIONS = {
  kind: "Subscription",
  none: "Nobody has subscribed. Begin one here.",
  opens: "New subscription",
  does: "Begin the subscription",
  of: (name: string) => `Subscription of ${name}`,
  aContact: "a contact",
  cancelAtEnd: {
    opens: "Cancel at the end of its period",
    title: "Cancel when the period ends?",
    does: "Cancel at the end",
    says: "The period that is paid for goes on to its end, and no further invoice is made.",
  },
  cancelNow: {
    opens: "Cancel now",
    title: "Cancel this subscription now?",
    does: "Cancel now",
    says: "It ends at once. Invoices that were made stay due.",
  },
} as const;
