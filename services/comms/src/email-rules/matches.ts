import { domainToASCII } from "node:url";
import type { EmailMatch } from "../../gen/rpc.ts";
import type { EmailCondition } from "./condition.ts";

/** Members of an inbound message that rules can match. */
export interface IncomingMail {
  /** Bare addresses, folded; there may be several. */
  from: readonly string[];
  to: readonly string[];
  subject: string;
  /** The text; of HTML alone its text. */
  text: string;
  hasAttachment: boolean;
}

type Op = EmailCondition["op"];

/**
 * True when a message is as a rule asks (comms.rule-match). The time grows with the length of the message, whatever
 * the conditions say: they hold no patterns.
 */
export function matches({ all, any }: EmailMatch, mail: IncomingMail): boolean {
  // A stored rule has been checked.
  const isMet = (one: object): boolean => holds(one as EmailCondition, mail);
  return all === undefined ? (any ?? []).some(isMet) : all.every(isMet);
}

function holds({ field, op, value }: EmailCondition, mail: IncomingMail): boolean {
  if (field === "has_attachment") return mail.hasAttachment === value;
  const wanted = (Array.isArray(value) ? value : [value]).map((one) => folded(field, String(one)));
  const isMet = textsOf(field, mail).some((text) => isLike(op, text, wanted));
  return op === "neq" || op === "ncontains" || op === "nin" ? !isMet : isMet;
}

/** What a negative op denies is asked of every text, so that it holds where none of them is so. */
function isLike(op: Op, text: string, wanted: readonly string[]): boolean {
  switch (op) {
    case "contains":
    case "ncontains":
      return wanted.some((one) => text.includes(one));
    case "starts_with":
      return wanted.some((one) => text.startsWith(one));
    case "ends_with":
      return wanted.some((one) => text.endsWith(one));
    default:
      return wanted.includes(text);
  }
}

function textsOf(field: Exclude<EmailCondition["field"], "has_attachment">, mail: IncomingMail): string[] {
  switch (field) {
    case "from_domain":
      return mail.from.map((address) => address.slice(address.lastIndexOf("@") + 1));
    case "from":
    case "to":
      return [...mail[field]];
    case "subject":
      return [mail.subject.toLowerCase()];
    case "body":
      return [mail.text.toLowerCase()];
  }
}

/** A value as what it is compared with: in lower case, the domain of an address in ASCII (comms.address). */
function folded(field: EmailCondition["field"], value: string): string {
  const text = value.toLowerCase();
  if (field === "from_domain") return domainToASCII(text) || text;
  if (field !== "from" && field !== "to") return text;
  const at = text.lastIndexOf("@") + 1;
  return `${text.slice(0, at)}${at === 0 ? text : domainToASCII(text.slice(at)) || text.slice(at)}`;
}
