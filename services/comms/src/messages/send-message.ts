import { one } from "@jst/db";
import { recordAudit } from "@jst/events";
import { AppError, type FieldError } from "@jst/errors";
import { type Instant, instantMs, readInstant, uncheckedMs } from "@jst/query";
import type { Call } from "@jst/rpc";
import type { Handler, MessageCreate } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import {
  nothingRecorded,
  type Purpose,
  type ConsentState,
  findKnown,
  refusalOf,
  refused,
  type FoundTemplate,
  type KnownRow,
} from "../gate/gate.ts";
import { attachedFiles } from "./attached-files.ts";
import { contentOf, type Render } from "./content.ts";
import { queueMessage, type MessageDraft } from "./queries.ts";
import { unsubscribingOf } from "./sealed-content.ts";
import { recipientOf, type Recipient } from "./recipient.ts";

const METADATA_CHARS_MAX = 500;
/** How far ahead a message may be scheduled: 90 days. */
const AHEAD_MS_MAX = 90 * 86_400_000;

/** Refusals of the gate: they are put on record, and nothing is queued. */
const denials: readonly string[] = [
  "recipient_opted_out",
  "consent_missing",
  "recipient_suppressed",
  "no_address_for_channel",
];

/** Queues the message once the gate has let it pass: to whom, consent, suppression, content, in this order. */
export const sendMessage: Handler<"SendMessage"> = Object.assign(
  async ({ body }: { body: MessageCreate }, call: Call<Deps>) => {
    const draft = await draftOf(body, call).catch((error: unknown) => auditDenial(error, call));
    return call.write(async (tx) => {
      const message = await queueMessage(tx, draft, call.deps.secrets);
      const location = `${call.baseUrl}/api/v1/comms/messages/${message.id}`;
      return { body: message.body, headers: { location } };
    });
  },
  { faults: (body: unknown) => [...metadataFaults(body), ...timeFaults(body)] },
);

async function draftOf(sent: MessageCreate, call: Call<Deps>): Promise<MessageDraft> {
  const recipient = await recipientOf(sent, call);
  const purpose = sent.purpose ?? "transactional";
  const { standing, template } = await passed(sent, recipient, purpose, call);
  const { files, faults } = await attachedFiles(sent.attachments, recipient.channel, call);
  const render: Render = (parts, variables) => call.deps.liquid.render(call.caller.team_id, parts, variables);
  const content = await contentOf(sent, recipient.channel, { template, render }, faults);
  const { provider, from } = await wayOf(sent, recipient, call);
  return {
    ...content,
    channel: recipient.channel,
    from,
    to: recipient.to,
    address: recipient.address,
    contact_id: recipient.contactId,
    purpose,
    template_id: sent.template_id?.toLowerCase() ?? null,
    variables: sent.variables ?? {},
    reply_to: sent.reply_to ?? null,
    metadata: sent.metadata ?? {},
    consent: standing,
    provider,
    files,
    test: sent.test ?? false,
    send_at: laterTime(sent.send_at),
    ...(purpose === "marketing" && recipient.channel === "email"
      ? { unsubscribe: unsubscribingOf(call) }
      : {}),
  };
}

/** Returns the records that the gate read; throws its refusal. */
async function passed(
  { template_id: templateId }: MessageCreate,
  { address, channel }: Recipient,
  purpose: Purpose,
  call: Call<Deps>,
): Promise<{ standing: ConsentState; template: FoundTemplate | null }> {
  const asked = { address, channel, purpose, templateId };
  const known = one(await call.read<KnownRow>(findKnown(call.caller.team_id, asked)));
  const refusal = refusalOf(asked, known);
  if (refusal !== undefined) throw refused(refusal);
  return { standing: known.standing ?? nothingRecorded, template: known.template };
}

/** Returns the provider and the sender of a message; a test is captured, whatever the team has set. */
async function wayOf(
  { test }: MessageCreate,
  { channel }: Recipient,
  { deps, caller }: Call<Deps>,
): Promise<{ provider: string; from: string | null }> {
  if (channel === "in_app") return { provider: "in_app", from: null };
  const { provider, from } = await deps.routing.routeOf(caller.team_id, channel);
  return { provider: test === true ? "capture" : provider.name, from };
}

/** Puts a refusal of the gate on record, without address and text, and throws it (comms.denied). */
async function auditDenial(error: unknown, call: Call<Deps>): Promise<never> {
  if (error instanceof AppError && denials.includes(error.code)) {
    const { code } = error;
    await call.deps.database.write(call.context, (tx) => {
      const entry = { action: "send", resource: "messages", resourceId: null, changesetId: null };
      recordAudit(tx, { ...entry, outcome: "denied", code });
      return Promise.resolve();
    });
  }
  throw error;
}

function metadataFaults(body: unknown): FieldError[] {
  const { metadata } = (body ?? {}) as { metadata?: unknown };
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) return [];
  const message = `Must be a text of at most ${METADATA_CHARS_MAX} characters.`;
  return Object.entries(metadata)
    .filter(([, value]) => typeof value !== "string" || Array.from(value).length > METADATA_CHARS_MAX)
    .map(([name]) => ({ field: `metadata.${name}`, code: "invalid_value", message }));
}

/** Reads the time at which the message is sent; null without one, and when it is not ahead. */
function laterTime(text: string | undefined): Instant | null {
  if (text === undefined || instantMs(text) <= Date.now()) return null;
  return readInstant(text);
}

function timeFaults(body: unknown): FieldError[] {
  const { send_at: text } = (body ?? {}) as { send_at?: unknown };
  const message = "Must be at most 90 days in the future.";
  const isTooFar = uncheckedMs(text) - Date.now() > AHEAD_MS_MAX;
  return isTooFar ? [{ field: "send_at", code: "invalid_value", message }] : [];
}
