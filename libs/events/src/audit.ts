import { storableText, uuidv7, type Statement, type TeamTx } from "@jst/db";
import { outboxSignal } from "./outbox-signal.ts";

/** Type of an outbox row that is for the audit log and for nobody else: its topic is auditTopic. */
export const AUDIT_TYPE = "audit";

/** How it went. `allowed`: auth let the request pass and another process answered it. */
export type AuditOutcome = "success" | "allowed" | "denied" | "not_found" | "failed";

/** Act on record (operation.audit-list). */
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
  /** True where who acts decides on an own proposal (trust.second-person). */
  self?: boolean | undefined;
}

/** Actor of an entry, with its team and request. */
export interface AuditActor {
  teamId: string;
  actorType: string;
  /** Empty or null for the platform itself; the log has null. */
  actorId: string | null;
  tokenId: string | null;
  /** The member who answers for the token, where that is another than the actor (tokens.minter). */
  sponsorId?: string | undefined;
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
  const payload = auditPayload(actor, entry, now);
  return {
    name: "record_audit",
    text: "insert into outbox (team_id, id, type, payload, traceparent) values ($1, $2, $3, $4, $5)",
    values: [actor.teamId, payload.id, AUDIT_TYPE, JSON.stringify(payload), actor.traceparent ?? null],
    signal: outboxSignal,
  };
}

/** Entry in the outbox and on the topic. Absent values are null, so that every entry has every member. */
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
  /** Absent in entries of before it was kept. */
  sponsor_id?: string | null;
  /** Absent unless true. */
  self?: boolean | null;
}

/** The entry under an id of its own, its texts storable: one that is not would stop the chain. */
export function auditPayload(actor: AuditActor, entry: AuditEntry, now: Date = new Date()): AuditPayload {
  return storable({
    id: uuidv7(now.getTime()),
    team_id: actor.teamId,
    created_at: now.toISOString(),
    actor_type: actor.actorType,
    actor_id: actor.actorId === "" ? null : actor.actorId,
    token_id: actor.tokenId === "" ? null : actor.tokenId,
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
    sponsor_id: actor.sponsorId ?? null,
    ...(entry.self === true && { self: true }),
  });
}

function storable(payload: AuditPayload): AuditPayload {
  const members = Object.entries(payload).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "string" ? storableText(value) : value,
  ]);
  return Object.fromEntries(members) as AuditPayload;
}
