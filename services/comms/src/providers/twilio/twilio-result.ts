import { UrlRefused } from "@jst/jobs/outbound";
import { oneLine } from "../one-line.ts";
import type { SendResult } from "../provider.ts";

/** Error of the SDK for a refusal; without a status Twilio did not answer. */
interface TwilioFault {
  status?: unknown;
  code?: unknown;
  message?: unknown;
}

/** The token of the account is wrong: the team mends that, and its messages go on. */
const UNAUTHENTICATED = 401;
const TOO_MANY = 429;
const SERVER_FAULT = 500;
/** The recipient has sent STOP, which Twilio keeps a list of itself. */
const OPTED_OUT = 21610;

/**
 * How an attempt ended that threw: 401, 429, 5xx and no answer at all are temporary, every other refusal is permanent
 * (comms.twilio-replies). What is told has neither line ends nor `secrets`.
 */
export function resultOf(error: unknown, secrets: readonly string[]): SendResult {
  if (error instanceof UrlRefused) return { outcome: "permanent", code: "refused", detail: error.message };
  const { status, code, message } = (error ?? {}) as TwilioFault;
  if (typeof status !== "number")
    return { outcome: "temporary", detail: "Twilio cannot be reached, or did not answer." };
  const told = {
    code: String(typeof code === "number" ? code : status),
    ...(typeof message === "string" ? { detail: oneLine(message, secrets) } : {}),
  };
  if (status === UNAUTHENTICATED || status === TOO_MANY || status >= SERVER_FAULT)
    return { outcome: "temporary", ...told };
  return { outcome: "permanent", ...told, ...(code === OPTED_OUT ? { isOptedOut: true } : {}) };
}
