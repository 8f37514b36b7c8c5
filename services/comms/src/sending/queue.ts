import { instant, type SystemDatabase } from "@jst/db";
import { JobQueue, type ClaimedJob, type JobOutcome, type QueueTable } from "@jst/jobs";
import { knownOf, type AddressRecord, type Purpose } from "../gate/gate.ts";
import { dueSignal } from "../messages/queries.ts";
import { SHORT_FORM } from "../messages/message.ts";
import type { StoredFile } from "../messages/sealed-content.ts";
import type { Channel } from "../people/address.ts";

/** A message whose next attempt this worker makes, and what is known of its recipient now. */
export interface ClaimedMessage extends ClaimedJob, AddressRecord {
  kind: string;
  channel: Channel;
  purpose: Purpose;
  /** Provider when it was queued, or of the last attempt. */
  provider: string;
  from: string | null;
  to: string;
  address: string;
  subject: string | null;
  text: string | null;
  html: string | null;
  reply_to: string | null;
  test: boolean;
  files: readonly StoredFile[];
  /** Resource that the message is about; the member, of a mail to one. */
  source: { type: string; id: string } | null;
  reference: string | null;
  /** RFC 3339. */
  made_at: string;
  /** Attempts that have ended; an unrecorded one does not count. */
  made: number;
  /** Id of the provider, if it reported the message before its acceptance was recorded. */
  provider_id: string | null;
  /** Sealed, in base64: where the recipient opts out; null where the message offers none. */
  unsubscribe: string | null;
  /** Sealed, in base64: the content that leaves, where the columns hide some of it. */
  sealed: string | null;
}

/** Status of a message after an attempt; `queued` if another attempt follows. */
export type FinalStatus =
  | "sent"
  | "delivered"
  | "undelivered"
  | "failed"
  | "canceled"
  | "captured"
  | "queued";

/** How an attempt ended. */
export interface Outcome extends JobOutcome {
  status: FinalStatus;
  /** Result of the attempt; absent if none was made, because the message was canceled or has to wait. */
  attempt?: "accepted" | "temporary" | "permanent";
  provider?: string;
  /** Under whose name it went out. */
  from?: string | null;
  providerId?: string | undefined;
  code?: string | undefined;
  detail?: string | undefined;
  /** Headers of captured e-mail. */
  headers?: Readonly<Record<string, string>>;
  /** True if the message left for no real recipient; its event has `test` then. */
  isTest?: boolean;
  /** Sealed content of a captured message, for an operator. */
  sealed?: Buffer | null;
}

/** The event of a message that a provider took, as libs/events writes those of a team's own writes (events.body). */
const SENT_EVENT = `json_build_object('id', e.id, 'type', 'message.sent', 'api_version', 'v1', 'team_id', t.team_id,
      'created_at', ${instant("t.updated_at")},
      'actor', json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')),
      'data', json_build_object('object', ${SHORT_FORM}),
      'changeset_id', t.changeset, 'test', t.is_captured)`;

/** One line of JSON of an attempt, from a row `o` of outcomes. */
const ATTEMPT = `jsonb_build_array(jsonb_build_object('n', jsonb_array_length(m.attempts) + 1, 'at', ${instant("o.at")},
      'outcome', o.attempt, 'code', o.code, 'detail', o.detail))`;

/** SQL of the status that the provider reported before the acceptance was recorded (comms.twilio-status). */
const REPORTED = "(case when o.attempt = 'accepted' then m.reported end)";

/**
 * A message that has ended leaves the queue. message.sent is stored with the acceptance: both, or neither
 * (comms.sent-once).
 */
const table: QueueTable<Outcome> = {
  name: "queue",
  id: "message_id",
  claimLock: 4_776_102,
  read: `update messages m
  set status = 'sending', version = m.version + 1, updated_at = c.at
  from claimed c
  where m.team_id = c.team_id and m.id = c.message_id
  returning m.team_id, m.id, c.attempts as attempt, c.lease, m.kind, m.channel, m.purpose, m.provider, m."from", m."to", m.address,
    m.subject, m.text, m.html, m.reply_to, m.test, m.files, m.source, m.reference,
    ${instant("m.created_at")} as made_at,
    jsonb_array_length(m.attempts) as made, m.provider_id, encode(m.sealed, 'base64') as sealed,
    (select encode(q.unsubscribe_url, 'base64') from queue q where q.team_id = m.team_id and q.message_id = m.id)
      as unsubscribe, ${knownOf("m")}`,
  outcome: [
    { name: "status", type: "text", valueOf: ({ status }) => status },
    { name: "attempt", type: "text", valueOf: ({ attempt }) => attempt ?? null },
    { name: "provider", type: "text", valueOf: ({ provider }) => provider ?? null },
    { name: "sender", type: "text", valueOf: ({ from }) => from ?? null },
    { name: "provider_id", type: "text", valueOf: ({ providerId }) => providerId ?? null },
    { name: "code", type: "text", valueOf: ({ code }) => code ?? null },
    { name: "detail", type: "text", valueOf: ({ detail }) => detail ?? null },
    { name: "headers", type: "text", valueOf: ({ headers }) => headers && JSON.stringify(headers) },
    { name: "is_captured", type: "boolean", valueOf: ({ isTest }) => isTest ?? false },
    { name: "sealed", type: "text", valueOf: ({ sealed }) => sealed?.toString("base64") ?? null },
  ],
  record: `, moved as (
    update messages m
    set status = coalesce(${REPORTED} ->> 'status', o.status), version = m.version + 1, updated_at = o.at,
      provider = coalesce(o.provider, m.provider), "from" = coalesce(o.sender, m."from"), provider_id = coalesce(o.provider_id, m.provider_id),
      attempts = case when o.attempt is null then m.attempts else m.attempts || ${ATTEMPT} end,
      error = case when o.status in ('failed', 'canceled', 'undelivered')
        then jsonb_build_object('code', o.code, 'message', o.detail) else ${REPORTED} -> 'error' end,
      sent_at = case when o.attempt = 'accepted' then o.at else m.sent_at end,
      delivered_at = case when o.status = 'delivered' then o.at
        else coalesce((${REPORTED} ->> 'delivered_at')::timestamptz, m.delivered_at) end,
      next_attempt_at = o.next_attempt_at, headers = coalesce(o.headers::jsonb, m.headers),
      sealed = case when o.status = 'queued' then m.sealed else decode(o.sealed, 'base64') end
    from settled o
    where m.team_id = o.team_id and m.id = o.id
    returning m.*, o.lease, o.attempt, o.is_captured
  ), published as (
    insert into outbox (team_id, id, type, payload, traceparent)
    select t.team_id, e.id, 'message.sent', ${SENT_EVENT}, t.traceparent
    from moved t cross join lateral (select uuidv7() as id where t.id is not null) e
    where t.attempt = 'accepted'
  )
  select lease from moved`,
};

/** The workers' side of the queue of messages. */
export class MessageQueue extends JobQueue<ClaimedMessage, Outcome> {
  constructor(database: SystemDatabase) {
    super(database, table, dueSignal);
  }
}
