import type { OutgoingMessage, Provider, SendResult } from "../provider.ts";
import type { Outbound } from "./outbound.ts";
import { resultOf } from "./twilio-result.ts";

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
