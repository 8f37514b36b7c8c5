import type { AuditPayload } from "@jst/events";
import { createHash } from "node:crypto";

/** What comes before the first entry of a team. */
export const GENESIS = Buffer.alloc(32);

/** One entry at its place, as a row of auth.audit holds it. */
export interface ChainedEntry extends AuditPayload {
  seq: number;
  /** RFC 3339, microseconds, Z: as exact as the column. */
  created_at: string;
}

/**
 * The bytes of an entry that its hash is over: the values in a fixed order as JSON. Every column but the hash and the
 * time of recording is in it, so none can be changed, moved or emptied unseen. A call stands last, where there is one.
 */
export function canonicalBytes(entry: ChainedEntry): Buffer {
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
      entry.changeset_id,
      entry.request_id,
      entry.patient_id,
      entry.code,
      entry.reason,
      ...(entry.call == null ? [] : [entry.call]),
    ]),
  );
}

/** Hash of an entry that follows the one with the previous hash. */
export function chainHash(previous: Buffer, entry: ChainedEntry): Buffer {
  return createHash("sha256").update(previous).update(canonicalBytes(entry)).digest();
}
