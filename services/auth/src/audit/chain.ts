import type { AuditPayload, ChainEntry } from "@jst/events";

/** One entry at its place, as a row of auth.audit holds it. */
export interface ChainedEntry extends AuditPayload, ChainEntry {}

/**
 * The bytes of an entry that its hash is over: the values in a fixed order as JSON. Every column but the hash and the
 * time of recording is in it, so none can be changed, moved or emptied unseen. A call stands last, where there is one,
 * a sponsor behind it, and behind that the word self.
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
      ...lastOf(entry),
    ]),
  );
}

/** Answers what entries of before do not have: their bytes stay what they were. */
function lastOf({ call, sponsor_id: sponsor, self }: ChainedEntry): (string | null)[] {
  if (self === true) return [call ?? null, sponsor ?? null, "self"];
  if (sponsor != null) return [call ?? null, sponsor];
  return call == null ? [] : [call];
}
