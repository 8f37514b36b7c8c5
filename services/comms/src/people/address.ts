import { foldedEmail, isEmail } from "@jst/values/email";
import { readPhone } from "@jst/values/phone";
import type { Params } from "@jst/query";

/** Kind of address that reaches somebody on each channel. */
const kindOf = { email: "email", sms: "phone", whatsapp: "phone", in_app: "contact" } as const;

/** A way on which people are written to. */
export type Channel = keyof typeof kindOf;

/** An address in the form in which addresses are compared (comms.address), and what kind it is. */
export interface Address {
  kind: "email" | "phone";
  folded: string;
}

/** Kind of address that a channel takes. */
export const addressKind = (channel: Channel): (typeof kindOf)[Channel] => kindOf[channel];

/** The channel of an address where none is named. */
export const channelOf = ({ kind }: Address): Channel => (kind === "email" ? "email" : "sms");

/**
 * Folds an address: e-mail in lower case with its domain in ASCII, a phone number in E.164 however its digits are set
 * apart. Undefined for what is neither: names beside an address, lists, national numbers, numbers of no numbering plan.
 */
export function addressOf(text: string): Address | undefined {
  const phone = /[@\p{Cc}]/u.test(text) ? undefined : readPhone(text).value;
  if (phone !== undefined) return { kind: "phone", folded: phone };
  if (!isEmail(text)) return undefined;
  const folded = foldedEmail(text);
  // A domain that has no form in ASCII receives no mail.
  return /@[!-~]+$/.test(folded) ? { kind: "email", folded } : undefined;
}

/** Builds the filter for an address in any spelling; an invalid address matches nothing. */
export function foldedFilter(text: string, params: Params): string {
  // In a query a bare `+` is a blank.
  const folded = addressOf(text.replace(/^ /, "+"))?.folded;
  return `t.address = ${params.add(folded ?? text, "text")}`;
}
