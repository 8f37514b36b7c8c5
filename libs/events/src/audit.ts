import { storableText, uuidv7, type Statement, type TeamTx } from "@jst/db";
import { outboxSignal } from "./outbox-signal.ts";

/** Type of an outbox row that is for the audit log and for nobody else: its topic is auditTopic. */
export const AUDIT_TYPE = "audit";

/** How it went. `allowed`: auth let the request pass and another process answered it. */
export type AuditOutcome = "success" | "allowed" | "denied" | "not_found" | "failed";

/** What happened (operation.audit-list). */
export interface AuditEntry {
  /** A verb, mint or revoke; of a changeset with its noun, changeset.approve. */
  action: string;
  /** Resource as scopes name it, or `changesets`. */
  resource: string;
  resourceId: string | null;
  outcome: AuditOutcome;
  /** The changeset it was about; the transaction's own when absent, null for none. */
  changesetId?: string | null | undefined;
  /** Only for health data. */
  patientId?: string | undefined;
  /** Code of a refusal (errors.codes). */
  code?: string | undefined;
  /** Why, where somebody had to say it. */
  reason?: string | undefined;
  /** The call of a tool that it was, as JSON (ADR 34). */
  call?: string | undefined;
}

/** Who did it, on which team's account and in which request. */
export interface AuditActor {
  teamId: string;
  actorType: string;
  /** null for the platform itself. */
  actorId: string | null;
  tokenId: string | null;
  requestId: string;
  traceparent?: string | undefined;
}

/**
 * Records the entry with the write: both are committed or neither is, and no round trip of its own. The relay carries
 * it to auth, which alone writes the log (operation.audit).
 */
export function recordAudit(tx: TeamTx, entry: AuditEntry, now: Date = new Date()): void {
  const { changesetId = tx.changesetId } = entry;
  tx.defer(auditStatement(tx.context, { ...entry, changesetId }, now));
}

/** The same as a statement, for a transaction that belongs to no team. */
export function auditStatement(actor: AuditActor, entry: AuditEntry, now: Date = new Date()): Statement {
  const { id, payload } = stored(actor, entry, now);
  return {
    name: "record_audit",
    text: "insert into outbox (team_id, id, type, payload, traceparent) values ($1, $2, $3, $4, $5)",
    values: [actor.teamId, id, AUDIT_TYPE, payload, actor.traceparent ?? null],
    signal: outboxSignal,
  };
}

/** The same for many entries, of any teams. */
export function auditStatements(
  entries: readonly { actor: AuditActor; entry: AuditEntry }[],
  now: Date = new Date(),
): Statement {
  const rows = entries.map(({ actor, entry }) => ({ actor, ...stored(actor, entry, now) }));
  return {
    name: "record_audit_many",
    text: `insert into outbox (team_id, id, type, payload, traceparent)
      select team_id, id, $1, payload::json, traceparent
      from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[]) as e (team_id, id, payload, traceparent)`,
    values: [
      AUDIT_TYPE,
      rows.map(({ actor }) => actor.teamId),
      rows.map(({ id }) => id),
      rows.map(({ payload }) => payload),
      rows.map(({ actor }) => actor.traceparent ?? null),
    ],
    signal: outboxSignal,
  };
}

function stored(actor: AuditActor, entry: AuditEntry, now: Date): { id: string; payload: string } {
  const id = uuidv7(now.getTime());
  return { id, payload: JSON.stringify(payloadOf(id, actor, entry, now), storable) };
}

/** What stands in the outbox and on the topic; null where there is nothing, so that every entry has every member. */
export interface AuditPayload {
  id: string;
  team_id: string;
  /** RFC 3339, milliseconds, Z. */
  created_at: string;
  actor_type: string;
  actor_id: string | null;
  token_id: string | null;
  action: string;
  resource: string;
  resource_id: string | null;
  outcome: AuditOutcome;
  changeset_id: string | null;
  request_id: string;
  patient_id: string | null;
  code: string | null;
  reason: string | null;
  /** Absent in entries of before there were any. */
  call?: string | null;
}

function payloadOf(id: string, actor: AuditActor, entry: AuditEntry, now: Date): AuditPayload {
  return {
    id,
    team_id: actor.teamId,
    created_at: now.toISOString(),
    actor_type: actor.actorType,
    actor_id: actor.actorId,
    token_id: actor.tokenId,
    action: entry.action,
    resource: entry.resource,
    resource_id: entry.resourceId,
    outcome: entry.outcome,
    changeset_id: entry.changesetId ?? null,
    request_id: actor.requestId,
    patient_id: entry.patientId ?? null,
    code: entry.code ?? null,
    reason: entry.reason ?? null,
    call: entry.call ?? null,
  };
}

/** An entry that cannot be stored would stop the chain. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === "string" ? storableText(value) : value;
}
