import type { TeamTx } from "@jst/db";
import { AppError, type FieldError } from "@jst/errors";
import { publishMails } from "@jst/events";
import type { BillFrom, BillTo, Invoice, Quote } from "../../gen/rpc.ts";
import { shownMoney } from "../money/currency.ts";
import type { StoredDocument } from "./document.ts";
import { fleetSecrets, hostedUrl } from "./hosted.ts";

/** Fact of each kind of document, its noun, and the sentences of its mail that no other kind has. */
const KINDS = {
  invoices: {
    fact: "invoice.sent",
    noun: "Invoice",
    terms: ({ status, due_date: due }: Invoice) =>
      status === "open"
        ? `It is due on ${due}. See it and how to pay here:`
        : "Nothing is to be paid. See it here:",
  },
  quotes: {
    fact: "quote.sent",
    noun: "Quote",
    terms: ({ expires_at: until }: Quote) =>
      `It can be accepted until ${until}. See it, and accept or decline it, here:`,
  },
} as const;

/** Members of a document that a mail shows. */
interface SentDocument {
  number: string | null;
  total: number;
  currency: string;
  memo: string | null;
  bill_to: BillTo;
  bill_from: BillFrom | null;
}

/**
 * Mails a finalized document to its payer, when and only when this transaction is committed (commerce.send). Throws
 * no_address_for_channel for a payer without an e-mail address.
 */
export function sendDocument(
  tx: TeamTx,
  kind: keyof typeof KINDS,
  { id, body }: Pick<StoredDocument, "id" | "body">,
): void {
  const document = JSON.parse(body) as SentDocument;
  const { bill_to: payer, bill_from: seller, number, memo, total, currency } = document;
  if (typeof payer.email !== "string" || payer.email === "")
    throw new AppError(
      "no_address_for_channel",
      "The contact does not have an e-mail address. Add one to bill_to or to the contact.",
    );
  const { fact, noun, terms } = KINDS[kind];
  const from = seller === null ? "" : ` from ${seller.legal_name}`;
  const paragraphs = [
    `${noun} ${number}${from}: ${shownMoney(total, currency)}.`,
    terms(document as never),
    ...(memo === null ? [] : [memo]),
    hostedUrl(kind, { teamId: tx.context.teamId, id }),
  ];
  const mail = { to: payer.email, subject: `${noun} ${number}${from}`, text: paragraphs.join("\n\n") };
  publishMails(tx, { from: "commerce", type: fact, id, mails: [mail] }, fleetSecrets());
}

/** Finds a draft that is to be sent: it has no page and no number. */
export function sendFaults({ send }: Readonly<Record<string, unknown>>, isFinal: boolean): FieldError[] {
  if (send !== true || isFinal) return [];
  return [
    {
      field: "send",
      code: "not_allowed",
      message: "A draft cannot be sent by e-mail. Finalize it first, and set send=true in that request.",
    },
  ];
}
