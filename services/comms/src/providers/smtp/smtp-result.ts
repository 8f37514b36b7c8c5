import { UrlRefused } from "@jst/jobs/outbound";
import { oneLine } from "../one-line.ts";
import type { SendResult } from "../provider.ts";

/** Error of the library for a failed attempt. */
interface SmtpFault {
  /** Reply code of the server; absent where there was no reply. */
  responseCode?: number;
  /** The reply, with its enhanced status where it has one. */
  response?: string;
  /** Command that was replied to. */
  command?: string;
  /** Why there was no reply, as the library names it. */
  code?: string;
}

/** Commands before there is a message: their refusal is about the server or the account, which the team can mend. */
const BEFORE_MESSAGE = /^(?:CONN|EHLO|HELO|STARTTLS|AUTH)/;
/** Commands whose refusal is about the recipient or the content. */
const OF_MESSAGE = /^(?:RCPT TO|DATA)/;
const CODE = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/;

/**
 * How an attempt ended that threw: a reply of 5xx to the message is permanent, every other end is temporary
 * (comms.smtp-replies). What is told has neither line ends nor `secrets`.
 */
export function resultOf(error: unknown, secrets: readonly string[]): SendResult {
  if (error instanceof UrlRefused) return { outcome: "permanent", code: "refused", detail: error.message };
  const { responseCode, response = "", command = "", code } = (error ?? {}) as SmtpFault;
  if (responseCode === undefined || responseCode < 400 || code === "ETLS")
    return { outcome: "temporary", detail: unanswered(code) };
  const status = CODE.exec(response)?.[1] ?? String(responseCode);
  const told = {
    code: status,
    detail: oneLine(response, secrets),
    ...(OF_MESSAGE.test(command) ? { isOfMessage: true } : {}),
  };
  const isTemporary = responseCode < 500 || BEFORE_MESSAGE.test(command);
  return { outcome: isTemporary ? "temporary" : "permanent", ...told };
}

function unanswered(code: string | undefined): string {
  if (code === "ETLS") return "The mail server offers no TLS, or one that cannot be trusted.";
  return "The mail server cannot be reached, or did not answer.";
}
