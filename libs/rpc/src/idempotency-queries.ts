import type { Row, Statement } from "@jst/db";

/** Longest time for which the work after a commit completes a reply; a killed process leaves the key in use so long. */
const COMPLETION_SECONDS = 10;

/** Reply of a write that has been done. */
export interface StoredReply extends Row {
  fingerprint: Buffer;
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The work after the commit has not completed the reply yet. */
  is_incomplete: boolean;
}

/** Reads the reply stored under a key in the last 24 hours. The table is the service's own, by its search path. */
export function findReply(teamId: string, id: Buffer): Statement {
  return {
    name: "jst_idempotency_find",
    text: `select fingerprint, status, headers, body, created_at > clock_timestamp() as is_incomplete
      from idempotency_keys
      where team_id = $1 and id = $2 and created_at >= now() - interval '24 hours'`,
    values: [teamId, id],
  };
}

/** Claims a key until the transaction ends, however that comes; answers at once whether it was free. */
export function lockKey(teamId: string, id: Buffer): Statement {
  return {
    name: "jst_idempotency_lock",
    text: "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_free",
    values: [`idempotency ${teamId} ${id.toString("hex")}`],
  };
}

/**
 * Stores a reply under its key, in place of one that is older than 24 hours. An incomplete reply has a time to come
 * until it is completed.
 */
export function storeReply(teamId: string, reply: StoredReply & { id: Buffer }): Statement {
  const { id, fingerprint, status, headers, body, is_incomplete: isIncomplete } = reply;
  const seconds = isIncomplete ? COMPLETION_SECONDS : 0;
  return {
    name: "jst_idempotency_store",
    text: `insert into idempotency_keys as k (team_id, id, fingerprint, status, headers, body, created_at)
      values ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7))
      on conflict (team_id, id) do update
      set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
        body = excluded.body, created_at = excluded.created_at`,
    values: [teamId, id, fingerprint, status, JSON.stringify(headers), body, seconds],
  };
}

/** Completes the reply under a key, with another body where there is one. */
export function completeReply(teamId: string, id: Buffer, body: string | null): Statement {
  return {
    name: "jst_idempotency_complete",
    text: `update idempotency_keys set body = coalesce($3, body), created_at = least(created_at, clock_timestamp())
      where team_id = $1 and id = $2`,
    values: [teamId, id, body],
  };
}
