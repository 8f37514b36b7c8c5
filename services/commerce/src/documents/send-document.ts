import type { TeamTx } from "@jst/db";
import { AppError, type FieldError } from "@jst/errors";
import { publishMails } from "@jst/events";
import type { BillFrom, BillTo } from "../../gen/rpc.ts";
import { shownMoney } from "./amounts.ts";
import { fleetSecrets, hostedUrl } from "./hosted.ts";
import type { StoredDocument } from "./document.ts";

const KINDS = {
  invoices: { fact: "invoice.sent", noun: "Invoice" },
  quotes: { fact: "quote.sent", noun: "Quote" },
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
 * Has a finalized document mailed to whom it is for, when and only when this transaction is committed (commerce.send).
 * Throws no_address_for_channel where that contact has no e-mail address. `terms` tell what its kind has besides.
 */
export function sendDocument(
  tx: TeamTx,
  kind: keyof typeof KINDS,
  { id, body }: StoredDocument,
  terms: (document: never) => readonly string[],
): void {
  const document = JSON.parse(body) as SentDocument;
  const { bill_to: payer, bill_from: seller, number, memo, total, currency } = document;
  if (typeof payer.email !== "string" || payer.email === "")
    throw new AppError("no_address_for_channel", "The contact has no e-mail address.");
  const { fact, noun } = KINDS[kind];
  const from = seller === null ? "" : ` from ${seller.legal_name}`;
  const said = [
    `${noun} ${number}${from}: ${shownMoney(total, currency)}.`,
    ...terms(document as never),
    ...(memo === null ? [] : [memo]),
    hostedUrl(kind, { teamId: tx.context.teamId, id }),
  ];
  const mail = { to: payer.email, subject: `${noun} ${number}${from}`, text: said.join("\n\n") };
  publishMails(tx, { type: fact, id, mails: [mail] }, fleetSecrets());
}

/** A draft has no page and no number: what is not finalized is not sent. */
export function sendFaults({ send }: Readonly<Record<string, unknown>>, isFinal: boolean): FieldError[] {
  if (send !== true || isFinal) return [];
  return [
    { field: "send", code: "not_allowed", message: "A draft is not sent; ask for it as you finalize." },
  ];
}
