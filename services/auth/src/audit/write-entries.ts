import type { SystemDatabase, SystemTx } from "@jst/db";
import {
  appendToChain,
  lockHead,
  type AuditPayload,
  type ChainedLog,
  type DeliveredEvent,
} from "@jst/events";
import { canonicalBytes, type ChainedEntry } from "./chain.ts";

/**
 * Appends a team's entries to its chain in their order. The head is locked first and held to the commit, so writers
 * that overlap follow each other; an entry that is in the chain already is passed over, so each stands there once.
 * Answers those that are new.
 */
export function writeEntries(
  database: SystemDatabase,
  teamId: string,
  events: readonly DeliveredEvent[],
): Promise<AuditPayload[]> {
  return database.transaction(async (tx) => {
    const head = await lockHead(tx, teamId);
    const fresh = await unknownOf(tx, teamId, events);
    appendToChain(tx, log, teamId, head, fresh);
    return fresh;
  });
}

/**
 * Appends entries that are new, of any teams, to their chains: all or none, and committed when the promise resolves.
 * Heads are locked in the order of their teams, so that no two who do so wait for each other.
 */
export function recordEntries(
  database: SystemDatabase,
  entries: readonly AuditPayload[],
  timeoutMs: number,
): Promise<void> {
  const byTeam = Map.groupBy(entries, ({ team_id }) => team_id);
  return database.transaction(async (tx) => {
    for (const teamId of [...byTeam.keys()].sort()) {
      appendToChain(tx, log, teamId, await lockHead(tx, teamId), byTeam.get(teamId) ?? []);
    }
  }, timeoutMs);
}

/** Entries the chain lacks, each once. */
async function unknownOf(
  tx: SystemTx,
  teamId: string,
  events: readonly DeliveredEvent[],
): Promise<AuditPayload[]> {
  const known = await tx.query<{ id: string }>({
    name: "audit_known",
    text: "select id from audit where team_id = $1 and id = any ($2::uuid[])",
    values: [teamId, events.map(({ id }) => id)],
  });
  const seen = new Set(known.map(({ id }) => id));
  return events.flatMap(({ id, payload }) => {
    if (seen.has(id)) return [];
    seen.add(id);
    return [JSON.parse(payload) as AuditPayload];
  });
}

const APPEND = `insert into audit (team_id, seq, id, created_at, actor_type, actor_id, token_id, action, resource,
    resource_id, outcome, changeset_id, request_id, patient_id, code, reason, call, sponsor_id, self, hash)
  select team_id, seq, id, created_at, actor_type, actor_id, token_id, action, resource,
    resource_id, outcome, changeset_id, request_id, patient_id, code, reason, call, sponsor_id, self, hash
  from jsonb_to_recordset($1::jsonb) as e (team_id uuid, seq bigint, id uuid, created_at timestamptz, actor_type text,
    actor_id text, token_id text, action text, resource text, resource_id text, outcome text, changeset_id text,
    request_id text, patient_id text, code text, reason text, call text, sponsor_id text, self boolean, hash bytea)
  order by seq`;

const log: ChainedLog<ChainedEntry> = { bytesOf: canonicalBytes, append: APPEND };
