// Generated from protos/ by `make gen`; edits are lost.

import type { InternalRpcHandler, RpcHandler } from "@jst/rpc";
import type { Deps } from "../src/deps.ts";

/** Who did something. */
export interface Actor {
  type: "service" | "human" | "break_glass" | "oauth_app" | "member" | "system";
  id: string | null;
}

export interface Backlog {
  /** Deliveries that have not ended. */
  pending: number;
  /** Those of them that could be posted now: their time has come and their endpoint is enabled. */
  due: number;
  /** Seconds that the oldest of these has been due. */
  oldest_due_age: number;
  /** Endpoints with something pending, or with a failed delivery of the last 24 hours; the first 200, dead ones first. */
  endpoints: EndpointBacklog[];
  topics: TopicLag[];
  /** Why the broker could not be asked, so that topics are empty; null when it was. */
  fault: string | null;
}

/** A question that takes nothing. */
export interface BacklogQuestion {}

export interface CreatedWebhook {
  id: string;
  url: string;
  events: string[];
  description: string | null;
  enabled: boolean;
  stats: WebhookStats;
  created_at: string;
  updated_at: string;
  created_by: Actor;
  version: number;
  /** Signs every delivery; shown this once, so the replay of an idempotent request lacks it. */
  secret?: string;
}

export interface DeletedWebhook {
  id: string;
  deleted_at: string;
}

/** One event on its way to one endpoint: a row of the queue and of the feed. */
export interface Delivery {
  id: string;
  endpoint_id: string;
  type: string;
  status: "pending" | "success" | "failed";
  /** POSTs made so far, the one under way included. */
  attempts: number;
  /** Null unless pending. */
  next_attempt_at: string | null;
  /** HTTP status of the last attempt; null when there was no answer. */
  last_status_code: number | null;
  created_at: string;
  /** The event, as it is posted and signed. */
  payload: Record<string, unknown>;
}

export interface EndpointBacklog {
  team_id: string;
  endpoint_id: string;
  enabled: boolean;
  /** Enabled, and of its last ten deliveries that ended none succeeded. */
  dead: boolean;
  pending: number;
  due: number;
  /** Of the last 24 hours. */
  failed: number;
  /** Of a delivery that used up its attempts; null when there is none of the last 24 hours. */
  last_failed_at: string | null;
  /** Status of the last answer of the newest of these; null when there was no answer. */
  last_status_code: number | null;
}

export interface EventList {
  events: Delivery[];
  /** Always present: ask with it again for what comes next. */
  next_cursor: string;
  has_more: boolean;
}

export interface EventTypeDescription {
  type: string;
  description: string;
}

export interface FailedDeliveries {
  /** All endpoints of the team; with endpoint_id that one alone. One of the two is required. */
  team_id?: string;
  endpoint_id?: string;
  /** Failed at this time or later. */
  failed_since: string;
  /** And before this one, as the first part answered it: what fails meanwhile is not taken up again. */
  failed_before?: string;
}

export interface ListEventsQuery {
  /** next_cursor of the previous page, or an RFC 3339 timestamp from which on to read; from the beginning without. */
  since?: string;
  /** Deliveries to this endpoint only; a removed one too. */
  endpoint?: string;
  /** Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500. */
  limit?: number;
}

export interface ListWebhooksQuery {
  /** `1` answers the event types instead of the endpoints. */
  events?: "1";
  /** Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500. */
  limit?: number;
  /** next_cursor of the previous page. */
  cursor?: string;
  /** `<field>:<asc|desc>`, up to five, comma separated: url, description, created_at, updated_at, version or id. */
  sort?: string;
  /** Text to find in the URL and the description. */
  q?: string;
  /** Filter as JSON: one condition, or conditions under and, or, not. */
  filter?: string;
  /** Only endpoints changed at or after this time. */
  updated_since?: string;
}

export interface NewWebhook {
  /** A public http or https address; redirects are never followed. */
  url: string;
  /** Event types to receive; GET /api/v1/webhooks?events=1 lists them. */
  events: ("contact.created" | "contact.updated" | "invoice.created" | "invoice.paid" | "quote.accepted" | "form.submitted" | "message.sent" | "asset.checked_out" | "asset.returned" | "email.rule_matched")[];
  description?: string | null;
  /** Default true; an endpoint that is off gets no deliveries. */
  enabled?: boolean;
}

export interface Redelivered {
  /** Deliveries that are pending again; 0 when the one named has not failed. */
  redelivered: number;
}

export interface RedeliveredPart {
  redelivered: number;
  failed_before: string;
  /** Nothing is left. */
  complete: boolean;
}

/** Exactly one of the two. */
export interface Redelivery {
  /** A failed delivery of this endpoint. */
  delivery_id?: string;
  /** Everything whose last attempt failed at this time or later. */
  failed_since?: string;
}

export interface ResealedPart {
  resealed: number;
  /** Endpoints whose secret was sealed under a key that is not listed: they cannot be posted to until it is rotated. */
  unreadable: string[];
  /** Name of the current key. */
  key: string;
  /** Where the next part goes on; null when nothing is left. */
  next: string | null;
}

export interface SecretsAfter {
  /** Where the part before this one ended; the first endpoint when absent. */
  after?: string;
}

export interface TestEvent {
  /** Event type to send; the first of the endpoint's when absent. */
  type?: "contact.created" | "contact.updated" | "invoice.created" | "invoice.paid" | "quote.accepted" | "form.submitted" | "message.sent" | "asset.checked_out" | "asset.returned" | "email.rule_matched";
}

export interface TopicLag {
  topic: string;
  /** Events that have not become deliveries yet. */
  lag: number;
}

export interface UpdatedWebhook {
  id: string;
  url: string;
  events: string[];
  description: string | null;
  enabled: boolean;
  stats: WebhookStats;
  created_at: string;
  updated_at: string;
  created_by: Actor;
  version: number;
  /** Only after rotate_secret; shown this once, so the replay of an idempotent request lacks it. */
  secret?: string;
}

export interface Webhook {
  id: string;
  url: string;
  events: string[];
  description: string | null;
  enabled: boolean;
  stats: WebhookStats;
  created_at: string;
  updated_at: string;
  created_by: Actor;
  version: number;
}

export interface WebhookDetail {
  id: string;
  url: string;
  events: string[];
  description: string | null;
  enabled: boolean;
  stats: WebhookStats;
  created_at: string;
  updated_at: string;
  created_by: Actor;
  version: number;
  /** The last 25, newest first. */
  deliveries: Delivery[];
}

export interface WebhookList {
  /** Absent with events=1. */
  webhooks?: Webhook[];
  next_cursor?: string | null;
  has_more?: boolean;
  /** Only with events=1. */
  event_types?: EventTypeDescription[];
}

export interface WebhookPatch {
  /** A public http or https address; it applies from the next attempt on. */
  url?: string;
  /** Event types to receive, as a whole. */
  events?: ("contact.created" | "contact.updated" | "invoice.created" | "invoice.paid" | "quote.accepted" | "form.submitted" | "message.sent" | "asset.checked_out" | "asset.returned" | "email.rule_matched")[];
  description?: string | null;
  enabled?: boolean;
  /** true makes a new secret; the old one still signs webhook-signature for 24 hours. */
  rotate_secret?: boolean;
}

export interface WebhookStats {
  pending: number;
  success: number;
  failed: number;
  last_success_at: string | null;
  /** Of the last attempt that failed, whether or not it was the last of its delivery. */
  last_failure_at: string | null;
}

/** Input of every rpc. */
export interface Rpcs {
  ListEvents: { path: Record<string, never>; query: ListEventsQuery; body: undefined };
  ListWebhooks: { path: Record<string, never>; query: ListWebhooksQuery; body: undefined };
  CreateWebhook: { path: Record<string, never>; query: Record<string, never>; body: NewWebhook };
  GetWebhook: { path: { webhook_id: string }; query: Record<string, never>; body: undefined };
  UpdateWebhook: { path: { webhook_id: string }; query: Record<string, never>; body: WebhookPatch };
  DeleteWebhook: { path: { webhook_id: string }; query: Record<string, never>; body: undefined };
  RedeliverWebhook: { path: { webhook_id: string }; query: Record<string, never>; body: Redelivery };
  TestWebhook: { path: { webhook_id: string }; query: Record<string, never>; body: TestEvent };
}

/** A handler of this service. */
export type Handler<Name extends keyof Rpcs> = RpcHandler<Rpcs[Name]["path"], Rpcs[Name]["query"], Rpcs[Name]["body"], Deps>;

/** Body of every internal rpc. */
export interface InternalRpcs {
  GetBacklog: BacklogQuestion;
  RedeliverFailed: FailedDeliveries;
  ResealSecrets: SecretsAfter;
}

/** A handler of an internal rpc of this service. */
export type InternalHandler<Name extends keyof InternalRpcs> = InternalRpcHandler<InternalRpcs[Name], Deps>;
