import type { Channel } from "../people/address.ts";

/** A channel on which somebody else carries the message; what is in the app stays here. */
export type CarriedChannel = Exclude<Channel, "in_app">;

/** A file that goes with a message. */
export interface OutgoingFile {
  name: string;
  contentType: string;
  content: Buffer;
}

const INVITATION = /^text\/calendar;(?:.*;)? *method=([a-z]+)/i;

/** The method of a file that is a calendar entry to be answered (RFC 6047); undefined for every other file. */
export const calendarMethod = (contentType: string): string | undefined => INVITATION.exec(contentType)?.[1];

/** A message as its provider gets it: the same at each attempt, to the byte. */
export interface OutgoingMessage {
  teamId: string;
  /** Id of the message: the token by which a provider tells a repeat. */
  id: string;
  channel: CarriedChannel;
  purpose: "transactional" | "marketing";
  /** Address, or `Name <address>`; null where the team has none on this channel. */
  from: string | null;
  to: string;
  /** Subject in one line; e-mail only. */
  subject: string | null;
  text: string | null;
  html: string | null;
  replyTo: string | null;
  /** Headers of e-mail beside from, to, subject and reply-to, such as Message-ID and Date. */
  headers: Readonly<Record<string, string>>;
  attachments: readonly OutgoingFile[];
}

/** How an attempt ended. */
export interface SendResult {
  /** `temporary` is tried again, `permanent` is not. */
  outcome: "accepted" | "temporary" | "permanent";
  /** Id of the message at the provider. */
  providerId?: string;
  /** The provider's own code, such as 5.1.1. */
  code?: string;
  /** One line for the customer, without secrets. */
  detail?: string;
  /** True if the answer is about the recipient or the content, not about the server or the account. */
  isOfMessage?: boolean;
  /** True when the person has opted out at the provider: that is recorded. */
  isOptedOut?: boolean;
}

/** Names of providers, as messages show them. */
export type ProviderName = "capture" | "smtp" | "twilio";

/** Carries messages of one team on one channel, or shows why it does not. */
export interface Provider {
  readonly name: ProviderName;
  /**
   * Makes one attempt. What was not accepted is an answer; what is thrown is temporary, without a detail. After
   * `signal` was aborted nothing more may leave.
   */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendResult>;
}

/** Provider and sender of a team's messages on a channel. */
export interface Route {
  provider: Provider;
  /** Sender of the channel; null where the team has none. */
  from: string | null;
}

/** Finds the route of a team, as its settings are now. */
export interface ProviderRouting {
  routeOf(teamId: string, channel: CarriedChannel): Promise<Route>;
}

/** Keeps every message where it is stored, and calls it by its id: nothing leaves. */
export const capture: Provider = {
  name: "capture",
  send: ({ id }: OutgoingMessage): Promise<SendResult> =>
    Promise.resolve({ outcome: "accepted", providerId: id }),
};

/** Captures everything: how a team begins that has set no provider. */
export const capturing: ProviderRouting = {
  routeOf: (teamId, channel) =>
    Promise.resolve({ provider: capture, from: channel === "email" ? `no-reply@${teamId}.invalid` : null }),
};

const CHARS_MAX = 300;

/** Cuts an answer of a provider to one line that a customer may read, without these secrets. */
export function oneLine(text: string, secrets: readonly string[]): string {
  const hidden = secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
  return hidden
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, CHARS_MAX);
}
