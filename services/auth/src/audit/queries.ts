import type { Row } from "@jst/db";
import type { AuditOutcome, ChainHead, StoredChain, StoredEntry } from "@jst/events";
import type { Operator } from "../operator.ts";
import { canonicalBytes, type ChainedEntry } from "./chain.ts";

interface AuditRow extends Row, Omit<ChainedEntry, "seq" | "outcome"> {
  seq: string;
  outcome: AuditOutcome;
  hash: Buffer;
}

/** Entries of the chain after a place, in their order. */
async function findEntries(
  operator: Operator,
  teamId: string,
  after: number,
  limit: number,
): Promise<StoredEntry<ChainedEntry>[]> {
  const rows = await operator.query<AuditRow>({
    name: "audit_entries",
    text: `select team_id, seq::text, id,
        to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
        actor_type, actor_id, token_id, action, resource, resource_id, outcome, changeset_id, request_id, patient_id,
        code, reason, call, sponsor_id, self, hash
      from auth.audit a
      where a.team_id = $1 and a.seq > $2
      order by a.seq
      limit $3`,
    values: [teamId, after, limit],
  });
  return rows.map(({ hash, seq, ...row }) => ({ hash, entry: { ...row, seq: Number(seq) } }));
}

/** Finds the end of the team's chain; undefined before its first entry. */
async function findHead(operator: Operator, teamId: string): Promise<ChainHead | undefined> {
  const [row] = await operator.query<{ seq: string; hash: Buffer }>({
    name: "audit_head",
    text: "select seq::text, hash from auth.audit_heads where team_id = $1",
    values: [teamId],
  });
  return row && { seq: Number(row.seq), hash: row.hash };
}

/** Finds the end of every chain; the hash is in hex. */
export async function findHeads(
  operator: Operator,
): Promise<{ team_id: string; seq: number; hash: string }[]> {
  const rows = await operator.query<{ team_id: string; seq: string; hash: string }>({
    name: "audit_heads",
    text: "select team_id, seq::text, encode(hash, 'hex') as hash from auth.audit_heads where seq > 0",
    values: [],
  });
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

/** Reads the team's chain as it is stored. */
export function chainOf(operator: Operator, teamId: string): StoredChain<ChainedEntry> {
  return {
    bytesOf: canonicalBytes,
    head: () => findHead(operator, teamId),
    entries: (after, limit) => findEntries(operator, teamId, after, limit),
  };
}
