import type { TeamTx } from "@jst/db";
import type { Quote } from "../../gen/rpc.ts";
import { sendDocument } from "../documents/send-document.ts";
import type { StoredDocument } from "../documents/document.ts";

/** Has a finalized quote mailed to whom it is made for, with this transaction (commerce.send). */
export function sendQuote(tx: TeamTx, stored: StoredDocument): void {
  sendDocument(tx, "quotes", stored, terms);
}

const terms = ({ expires_at: until }: Quote): string[] => [
  `It can be accepted until ${until}. See it, and accept or decline it, here:`,
];
