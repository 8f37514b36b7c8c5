import type { SystemDatabase } from "@jst/db";
import { chainStart, verifyPart, type StoredChain, type StoredEntry } from "@jst/events";
import type { InternalHandler } from "../../gen/rpc.ts";
import { canonicalBytes, type AccessEntry } from "../access/chain.ts";

/** Entries of one call: a part that is read and computed well within a call's time. */
const PART = 5_000;

/** Verifies one part of a team's chain; jst asks for one part after the other (operation.audit-chain). */
export const verifyAccesses: InternalHandler<"VerifyAccesses"> = async ({ team_id, after }, { deps }) => ({
  body: { ...(await verifyPart(chainOf(deps.audit, team_id.toLowerCase()), after ?? chainStart, PART)) },
});

function chainOf(audit: SystemDatabase, teamId: string): StoredChain<AccessEntry> {
  return {
    bytesOf: canonicalBytes,
    head: async () => {
      const [row] = await audit.query<{ seq: string; hash: Buffer }>({
        name: "access_head",
        text: "select h.seq::text, h.hash from emr.audit_heads h where h.team_id = $1",
        values: [teamId],
      });
      return row && { seq: Number(row.seq), hash: row.hash };
    },
    entries: async (after, limit) => {
      const rows = await audit.query<EntryRow>({
        name: "access_entries",
        text: ENTRIES,
        values: [teamId, after, limit],
      });
      return rows.map(({ hash, seq, ...row }): StoredEntry<AccessEntry> => ({
        hash,
        entry: { ...row, seq: Number(seq) },
      }));
    },
  };
}

interface EntryRow extends Record<string, unknown>, Omit<AccessEntry, "seq"> {
  seq: string;
  hash: Buffer;
}

const ENTRIES = `select a.team_id, a.seq::text, a.id,
  to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at, a.actor_type, a.actor_id,
  a.token_id, a.action, a.resource, a.resource_id, a.outcome, a.code, a.request_id, a.patient_id, a.contact_id, a.route,
  a.status, a.ip, a.user_agent, a.purpose_of_use, a.hash
from emr.audit a
where a.team_id = $1 and a.seq > $2
order by a.seq
limit $3`;
