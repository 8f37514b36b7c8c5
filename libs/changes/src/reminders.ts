import type { Row, TeamTx } from "@jst/db";
import type { NoticedChangeset } from "./notices.ts";

/** Columns of a changeset over alias `c` that its notices need. */
export const NOTICED = `c.id, c.summary, c.door, c.token_type, c.actor_id, c.oauth_app, c.timeout_rule, c.notified,
        (select coalesce(jsonb_agg(jsonb_build_object('resource', o.one -> 'resource', 'op', o.one -> 'op', 'id', o.one -> 'id')), '[]')
          from jsonb_array_elements(c.operations) o (one)) as operations`;

/** Proposal with as much of its operations as a notice needs. */
export interface NoticedRow extends Row, NoticedChangeset {}

/**
 * Marks up to `limit` queued changesets of the team that expire soon as reminded of, and returns them. Those expire
 * within 24 hours of `now`, or have less than half of a shorter wait left.
 */
export function remindQueued(tx: TeamTx, now: Date, limit: number): Promise<NoticedRow[]> {
  return tx.query<NoticedRow>({
    name: "changeset_remind",
    text: `update changesets c set reminded_at = now()
      where c.team_id = $1 and c.status = 'queued' and c.id in (
        select w.id from changesets w
        where w.team_id = $1 and w.status = 'queued' and w.expires_at > $2 and ${isDue("w", "$2")}
        order by w.id limit $3 for update)
      returning ${NOTICED}`,
    values: [tx.context.teamId, now.toISOString(), limit],
  });
}

/** Returns SQL that tells whether a queued changeset is due to be reminded of, and has not been. */
export function isDue(alias: string, now: string): string {
  const wait = `${alias}.expires_at - ${alias}.created_at`;
  return `(${alias}.reminded_at is null and ${alias}.expires_at - least(interval '24 hours', (${wait}) / 2) <= ${now})`;
}
