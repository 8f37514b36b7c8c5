import { type OutgoingMessage, type Provider, type SendResult, oneLine } from "../provider.ts";
import type { Outbound } from "./client-of.ts";
import { UrlRefused } from "@jst/jobs/outbound";

/** The account of one team. */
export interface TwilioAccount {
  accountSid: string;
  authToken: string;
  /** Origin of the API. */
  apiUrl: string;
}

/** Parts that send messages of all teams. */
export interface TwilioParts extends Outbound {
  /** Base URL of the platform, at which Twilio reports the status of messages. */
  baseUrl: string;
}

/** Path that Twilio posts the status of a message to; the query names the message. */
const STATUS_PATH = "/api/v1/comms/inbound/twilio/status";

/**
 * Hands text messages and those of WhatsApp to the account of one team (comms.twilio). The API has no token by which
 * it tells a repeat: a message whose acceptance nobody heard is sent again.
 */
export class Twilio implements Provider {
  readonly name = "twilio";
  readonly #account: TwilioAccount;
  readonly #parts: TwilioParts;
  readonly #secrets: readonly string[];

  constructor(account: TwilioAccount, parts: TwilioParts) {
    this.#account = account;
    this.#parts = parts;
    const { accountSid, authToken } = account;
    this.#secrets = [authToken, Buffer.from(`${accountSid}:${authToken}`).toString("base64")];
  }

  async send(message: OutgoingMessage, signal: AbortSignal): Promise<SendResult> {
    if (signal.aborted) return { outcome: "temporary" };
    const { teamId, id, channel, from, to, text } = message;
    const party = (number: string) => (channel === "whatsapp" ? `whatsapp:${number}` : number);
    try {
      // The SDK takes a second and 35 MB to load: it is loaded with the first message that needs it.
      const { clientOf } = await import("./client-of.ts");
      const client = clientOf(this.#account, { ...this.#parts, teamId, signal });
      const { sid } = await client.messages.create({
        from: party(from ?? ""),
        to: party(to),
        body: text ?? "",
        statusCallback: `${this.#parts.baseUrl}${STATUS_PATH}?message_id=${id}`,
      });
      return { outcome: "accepted", ...(typeof sid === "string" ? { providerId: sid } : {}) };
    } catch (error) {
      return resultOf(error, this.#secrets);
    }
  }
}

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
