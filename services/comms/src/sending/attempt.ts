import type { Database } from "@jst/db";
import { retryAfterMs, type RetrySchedule } from "@jst/jobs";
import type { Logger } from "@jst/telemetry";
import { refusalOf, refusalSentence, type Refusal } from "../gate/gate.ts";
import { compose, type Composing } from "../member-mail/compose.ts";
import { hasLink, isMemberMail, memberRouteOf } from "../member-mail/member-mails.ts";
import {
  capture,
  type CarriedChannel,
  type OutgoingFile,
  type OutgoingMessage,
  type Provider,
  type SendResult,
  type Route,
  type ProviderRouting,
} from "../providers/provider.ts";
import type { Modules } from "../settings/team-settings.ts";
import type { SecretBox } from "@jst/config";
import { type FilesPeer, withFiles } from "./attached-bytes.ts";
import { hiddenValues, ownerOfContent, wholeContent, openedUrl } from "../messages/sealed-content.ts";
import { ownHeaders, shownHeaders, withOptOut } from "./email-headers.ts";
import { suppressAlone } from "../suppressions/suppression.ts";
import { recordOptOut } from "./follow-up.ts";
import type { ClaimedMessage, Outcome } from "./queue.ts";
import { testOutcome } from "./test-recipients.ts";

/** Five attempts: at once, then 1, 5, 30 minutes and 2 hours after the one before (comms.attempts). */
export const sendingSchedule: RetrySchedule = {
  attemptsMax: 5,
  delays: [1, 5, 30, 120],
  minuteMs: 60_000,
  jitter: 0.1,
};

/** Wait after the route of the message or the module of the team could not be read. */
const UNKNOWN_RETRY_MS = 5_000;
/** Wait between looks at a message while the module of its team is off (comms.module). */
const OFF_RETRY_MS = 60_000;

/** Dependencies of attempts. */
export interface Attempting extends Omit<Composing, "database"> {
  routing: ProviderRouting;
  /** Sender of mails to members of teams without one of their own. */
  fleetMail: Route | undefined;
  modules: Modules;
  /** Stores the suppressions and opt-outs that follow from an attempt. */
  database: Database;
  /** Opens where the recipient of a message opts out. */
  secrets: SecretBox;
  /** Reads the files that go with messages. */
  data: FilesPeer;
  schedule: RetrySchedule;
  logger: Logger;
}

/** Makes one attempt at a message and returns its outcome; consent and suppression are checked again first. */
export async function attempt(
  message: ClaimedMessage,
  with_: Attempting,
  signal: AbortSignal,
): Promise<Outcome> {
  // The answer to an earlier attempt was lost, and the provider has told otherwise that it has the message.
  if (message.provider_id !== null)
    return { status: "sent", attempt: "accepted", providerId: message.provider_id };
  const waitMs = isMemberMail(message.kind) ? 0 : await pauseOf(message, with_);
  if (waitMs > 0) return { status: "queued", retryAfterMs: waitMs };
  const refusal = refusalNow(message);
  if (refusal !== undefined) return { status: "canceled", code: refusal, detail: refusalSentence(refusal) };
  if (message.channel === "in_app") return { status: "delivered", attempt: "accepted", provider: "in_app" };
  const staged = testOutcome(message.address);
  if (staged !== undefined) {
    const { code = null } = staged.outcome;
    if (staged.isBounced) await suppressAlone(with_.database, message.team_id, { ...message, status: code });
    return { ...staged.outcome, headers: hiddenValues(headersOf(message, with_.secrets)) };
  }
  return carried(message, message.channel, with_, signal);
}

/**
 * Returns the stored sender. A message that was queued while messages were captured may have a placeholder: it gets
 * the sender of the present route.
 */
function senderOf({ from, provider, test, ...message }: ClaimedMessage, route: Route): string | null {
  const isPlaceholder = provider === capture.name && !test && isGated(message);
  return from === null || isPlaceholder ? route.from : from;
}

/** Milliseconds for which the message waits because the team sends nothing now, or nobody knows whether it does. */
async function pauseOf(
  { id, team_id: team }: ClaimedMessage,
  { modules, logger }: Attempting,
): Promise<number> {
  try {
    return (await modules.isOn(team)) ? 0 : OFF_RETRY_MS;
  } catch (error) {
    logger.warn({ error, message: id }, "nobody could say whether a team sends now; its message waits");
    return UNKNOWN_RETRY_MS;
  }
}

/** An answer to a keyword goes to the opted-out too; a mail to a member asks whether its address is suppressed. */
function refusalNow(message: ClaimedMessage): Refusal | undefined {
  if (isMemberMail(message.kind)) return message.is_suppressed ? "recipient_suppressed" : undefined;
  return isGated(message) ? refusalOf(message, message) : undefined;
}

const isGated = ({ kind }: Pick<ClaimedMessage, "kind">): boolean => kind === "message" || kind === "notice";

async function carried(
  message: ClaimedMessage,
  channel: CarriedChannel,
  with_: Attempting,
  signal: AbortSignal,
): Promise<Outcome> {
  const { routing, fleetMail, secrets, logger } = with_;
  const isForMember = isMemberMail(message.kind);
  let route: Route;
  try {
    route = isForMember
      ? await memberRouteOf(routing, fleetMail, message.team_id)
      : await routing.routeOf(message.team_id, channel);
  } catch (error) {
    logger.warn({ error, message: message.id }, "nobody could say how a message is sent; it waits");
    return { status: "queued", retryAfterMs: UNKNOWN_RETRY_MS };
  }
  if (isForMember) return toMember({ ...message, from: route.from }, route.provider, with_, signal);
  const provider = message.test ? capture : route.provider;
  const whole = wholeContent(message.sealed, message.team_id, secrets);
  const sent = { ...message, ...whole, from: senderOf(message, route) };
  const hand = (files: OutgoingFile[]) =>
    handedOver(sent, provider, outgoing(sent, channel, { secrets, files }), with_, signal);
  // A captured message is not sent: nobody reads the bytes of its files.
  return provider === capture ? hand([]) : withFiles(sent, with_, hand);
}

/** Sends a mail to a member. What it says is made for this attempt alone; a captured one says nothing. */
async function toMember(
  message: ClaimedMessage,
  provider: Provider,
  with_: Attempting,
  signal: AbortSignal,
): Promise<Outcome> {
  const content = provider === capture ? undefined : await compose(message, with_);
  if (content !== undefined && "status" in content) return content;
  const parts = { secrets: with_.secrets, files: [] };
  return handedOver(message, provider, outgoing({ ...message, ...content }, "email", parts), with_, signal);
}

async function handedOver(
  message: ClaimedMessage,
  provider: Provider,
  sent: OutgoingMessage,
  { database, secrets, schedule, logger }: Attempting,
  signal: AbortSignal,
): Promise<Outcome> {
  const result = await provider.send(sent, signal).catch((error: unknown): SendResult => {
    logger.warn({ error, message: message.id, provider: provider.name }, "an attempt got no answer");
    return { outcome: "temporary" };
  });
  // A server may quote the mail in its reply, and with it the link.
  if (hasLink(message.kind) && result.code !== undefined) delete result.detail;
  const outcome = outcomeOf(result, message.made + 1, schedule, provider === capture);
  if (outcome.status === "undelivered")
    await suppressAlone(database, message.team_id, { ...message, status: result.code ?? null });
  if (result.isOptedOut === true) await recordOptOut(database, message);
  const isCaptured = provider === capture;
  const captured = isCaptured ? { isTest: true, ...capturedOf(message, sent, secrets) } : {};
  return {
    ...outcome,
    ...captured,
    provider: provider.name,
    from: message.from,
  };
}

function outcomeOf(
  { outcome, providerId, code, detail, isOfMessage }: SendResult,
  made: number,
  schedule: RetrySchedule,
  isCaptured: boolean,
): Outcome {
  const said = { attempt: outcome, providerId, code, detail };
  if (outcome === "accepted") return { ...said, status: isCaptured ? "captured" : "sent" };
  const waitMs = outcome === "temporary" ? retryAfterMs(schedule, made) : undefined;
  if (waitMs === undefined) return { ...said, status: isOfMessage === true ? "undelivered" : "failed" };
  return { ...said, status: "queued", retryAfterMs: waitMs };
}

function outgoing(
  message: ClaimedMessage,
  channel: CarriedChannel,
  { secrets, files: attachments }: { secrets: SecretBox; files: OutgoingFile[] },
): OutgoingMessage {
  const { team_id: teamId, id, purpose, from, to, subject, reply_to: replyTo } = message;
  const unsubscribeUrl = openedUrl(message, secrets);
  const headers = channel === "email" ? ownHeaders({ ...message, unsubscribeUrl }) : {};
  const body = withOptOut(message, unsubscribeUrl);
  return { teamId, id, channel, purpose, from, to, subject, ...body, replyTo, headers, attachments };
}

/** A captured message's headers with what they hide; all that would have left, sealed, where some of it is hidden. */
function capturedOf(
  message: ClaimedMessage,
  { subject, text, html }: OutgoingMessage,
  secrets: SecretBox,
): Pick<Outcome, "headers" | "sealed"> {
  const headers = headersOf(message, secrets);
  const shown = hiddenValues(headers);
  const hides = message.sealed !== null || JSON.stringify(shown) !== JSON.stringify(headers);
  const whole = JSON.stringify({ subject, text, html, files: message.files, headers });
  return { headers: shown, sealed: hides ? secrets.seal(whole, ownerOfContent(message.team_id)) : null };
}

const headersOf = (message: ClaimedMessage, secrets: SecretBox): Record<string, string> =>
  message.channel === "email"
    ? shownHeaders({ ...message, unsubscribeUrl: openedUrl(message, secrets) })
    : {};
