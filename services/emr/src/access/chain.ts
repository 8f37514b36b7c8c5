import type { ChainEntry } from "@jst/events";

/** One look at health data, as a row of emr.audit holds it (clinical.audit-row). */
export interface AccessEntry extends ChainEntry {
  actor_type: string;
  actor_id: string;
  token_id: string;
  action: string;
  /** emr or wellness. */
  resource: string;
  resource_id: string | null;
  outcome: "success" | "not_found" | "denied" | "failed";
  code: string | null;
  request_id: string;
  patient_id: string | null;
  contact_id: string | null;
  /** A verb and a template: no query, no value. */
  route: string;
  status: number;
  ip: string | null;
  user_agent: string | null;
  purpose_of_use: string | null;
}

/** The bytes of an entry that its hash is over: every column but the hashes, in a fixed order as JSON. */
export function canonicalBytes(entry: AccessEntry): Buffer {
  return Buffer.from(
    JSON.stringify([
      entry.team_id,
      entry.seq,
      entry.id,
      entry.created_at,
      entry.actor_type,
      entry.actor_id,
      entry.token_id,
      entry.action,
      entry.resource,
      entry.resource_id,
      entry.outcome,
      entry.code,
      entry.request_id,
      entry.patient_id,
      entry.contact_id,
      entry.route,
      entry.status,
      entry.ip,
      entry.user_agent,
      entry.purpose_of_use,
    ]),
  );
}

/** Columns of an entry, as SQL lists them. */
export const COLUMNS = `team_id, seq, id, created_at, actor_type, actor_id, token_id, action, resource, resource_id,
  outcome, code, request_id, patient_id, contact_id, route, status, ip, user_agent, purpose_of_use, prev_hash, hash`;

/** Inserts chained entries. */
export const APPEND = `insert into audit (${COLUMNS})
select ${COLUMNS}
from jsonb_to_recordset($1::jsonb) as e (team_id uuid, seq bigint, id uuid, created_at timestamptz, actor_type text,
  actor_id text, token_id text, action text, resource text, resource_id text, outcome text, code text, request_id text,
  patient_id text, contact_id text, route text, status integer, ip text, user_agent text, purpose_of_use text,
  prev_hash bytea, hash bytea)
order by seq`;
