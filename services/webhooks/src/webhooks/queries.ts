import type { Row, Statement, TeamTx } from "@jst/db";
import { dueSignal } from "../delivery/due-signal.ts";
import { DELIVERY_JSON, instant } from "../json-sql.ts";
import { WEBHOOK_JSON } from "./webhook-json.ts";

const recentDeliveries = 25;

/** An endpoint as a reply: its version for the ETag, and its JSON as PostgreSQL wrote it. */
export interface WebhookRow extends Row {
  id: string;
  version: number;
  body: string;
}

/** What is stored of a new endpoint. */
export interface NewEndpoint {
  id: string;
  url: string;
  events: readonly string[];
  description: string | null;
  enabled: boolean;
  /** Sealed. */
  secret: Buffer;
}

const REPLY = `e.id, e.version, ${WEBHOOK_JSON}::text as body`;

/** Locks the making of endpoints in the team until the transaction ends, or waits for the lock. */
export async function lockEndpoints(tx: TeamTx): Promise<void> {
  await tx.query({
    name: "webhooks.lock_endpoints",
    text: "select pg_advisory_xact_lock(hashtextextended('webhooks.endpoints ' || $1, 0))",
    values: [tx.context.teamId],
  });
}

/** Answers how many endpoints the team has. It stays true for the transaction that has the lock. */
export async function countEndpoints(tx: TeamTx): Promise<number> {
  const rows = await tx.query<{ count: number }>({
    name: "webhooks.count",
    text: "select count(*)::int as count from webhooks.endpoints where team_id = $1 and deleted_at is null",
    values: [tx.context.teamId],
  });
  return rows[0]?.count ?? 0;
}

/** Stores a new endpoint. */
export async function insertEndpoint(tx: TeamTx, endpoint: NewEndpoint): Promise<WebhookRow> {
  const { teamId, actorType, actorId } = tx.context;
  const { id, url, events, description, enabled, secret } = endpoint;
  const rows = await tx.query<WebhookRow>({
    name: "webhooks.insert",
    text: `insert into webhooks.endpoints as e
        (team_id, id, url, events, description, enabled, secret, created_by_type, created_by_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      returning ${REPLY}`,
    values: [teamId, id, url, [...events], description, enabled, secret, actorType, actorId],
  });
  return only(rows);
}

/** Reads one endpoint with its last deliveries, newest first. */
export function findWebhookDetail(teamId: string, id: string): Statement {
  return {
    name: "webhooks.find",
    text: `select ${REPLY}, (
        select '[' || coalesce(string_agg(${DELIVERY_JSON}, ',' order by d.created_at desc, d.id desc), '') || ']'
        from (
          select * from webhooks.deliveries q
          where q.team_id = e.team_id and q.endpoint_id = e.id
          order by q.created_at desc, q.id desc
          limit ${recentDeliveries}
        ) d
      ) as deliveries
      from webhooks.endpoints e
      where e.team_id = $1 and e.id = $2 and e.deleted_at is null`,
    values: [teamId, id],
  };
}

/** What a change needs to know of the endpoint before it. */
export interface StoredEndpoint extends Row {
  version: number;
  enabled: boolean;
  events: string[];
}

/**
 * Reads an endpoint that no other transaction may write until this one ends; undefined when there is none. New
 * deliveries may refer to it meanwhile: their writer holds the feed's head, for which this transaction may wait.
 */
export async function lockEndpoint(tx: TeamTx, id: string): Promise<StoredEndpoint | undefined> {
  const rows = await tx.query<StoredEndpoint>({
    name: "webhooks.lock",
    text: `select version, enabled, events from webhooks.endpoints
      where team_id = $1 and id = $2 and deleted_at is null
      for no key update`,
    values: [tx.context.teamId, id],
  });
  return rows[0];
}

/** Reads a locked endpoint as a reply. */
export async function readEndpoint(tx: TeamTx, id: string): Promise<WebhookRow> {
  const rows = await tx.query<WebhookRow>({
    name: "webhooks.read",
    text: `select ${REPLY} from webhooks.endpoints e where e.team_id = $1 and e.id = $2`,
    values: [tx.context.teamId, id],
  });
  return only(rows);
}

/** What a patch sets; a member that is undefined stays as it is. */
export interface EndpointChange {
  url?: string | undefined;
  events?: readonly string[] | undefined;
  description?: string | null | undefined;
  enabled?: boolean | undefined;
  /** Sealed; the one before it goes on signing for a day. */
  secret?: Buffer | undefined;
}

/** Changes a locked endpoint; undefined when it is so already. */
export async function updateEndpoint(
  tx: TeamTx,
  id: string,
  change: EndpointChange,
): Promise<WebhookRow | undefined> {
  const { url, events, description, enabled, secret } = change;
  const rows = await tx.query<WebhookRow>({
    name: "webhooks.update",
    text: `update webhooks.endpoints e
      set url = coalesce($3, e.url), events = coalesce($4::text[], e.events),
        description = case when $5 then $6 else e.description end, enabled = coalesce($7, e.enabled),
        previous_secret = case when $8::bytea is null then e.previous_secret else e.secret end,
        previous_secret_until =
          case when $8::bytea is null then e.previous_secret_until else now() + interval '24 hours' end,
        secret = coalesce($8::bytea, e.secret),
        updated_at = now(), version = e.version + 1
      where e.team_id = $1 and e.id = $2 and (
        (coalesce($3, e.url), coalesce($4::text[], e.events), coalesce($7, e.enabled)) <> (e.url, e.events, e.enabled)
        or $5 and $6 is distinct from e.description or $8::bytea is not null)
      returning ${REPLY}`,
    values: [
      tx.context.teamId,
      id,
      url ?? null,
      events === undefined ? null : [...events],
      description !== undefined,
      description ?? null,
      enabled ?? null,
      secret ?? null,
    ],
    // It may have been enabled, or have got another URL.
    signal: dueSignal,
  });
  return rows[0];
}

/** Removes a locked endpoint; what was pending for it fails and stays in the feed (events.removed). */
export async function deleteEndpoint(tx: TeamTx, id: string): Promise<string> {
  const values = [tx.context.teamId, id];
  tx.defer({
    name: "webhooks.fail_pending",
    text: `with dropped as (
        delete from webhooks.queue where team_id = $1 and endpoint_id = $2 returning team_id, delivery_id, attempts
      )
      update webhooks.deliveries d
      set status = 'failed', attempts = q.attempts, next_attempt_at = null, failed_at = now()
      from dropped q where d.team_id = q.team_id and d.id = q.delivery_id`,
    values,
  });
  const rows = await tx.query<{ deleted_at: string }>({
    name: "webhooks.delete",
    text: `update webhooks.endpoints e
      set deleted_at = now(), updated_at = now(), version = e.version + 1
      where e.team_id = $1 and e.id = $2
      returning ${instant("e.deleted_at")} as deleted_at`,
    values,
  });
  return only(rows).deleted_at;
}

function only<T>(rows: readonly T[]): T {
  const row = rows[0];
  if (row === undefined) throw new Error("A statement that answers one row answered none.");
  return row;
}
