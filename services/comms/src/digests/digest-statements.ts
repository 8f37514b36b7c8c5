import type { Row, Statement } from "@jst/db";
import type { QuietHours } from "./quiet-hours.ts";

/** Facts that say when the unread notices of a member are mailed; times in ms since 1970. */
export interface DigestState extends Row {
  now: number;
  /** When the first notice was made that is unread and not mailed; null without one. */
  first_at: number | null;
  /** When notices were last mailed; null before the first mail. */
  mailed_at: number | null;
  quiet_hours: QuietHours | null;
  /** Zone of the member's own; null for the team's. */
  timezone: string | null;
}

const ms = (time: string): string => `(extract(epoch from ${time}) * 1000)::float8`;

/** Condition of the notices of a member that a mail is made of, over the row `n`. */
const WAITING = `n.team_id = $1 and n.member_id = $2 and n.read_at is null and n.mailed_at is null and n.wants_mail`;

/** Locks the digest for the holder of its lease; answers no row where another has it. */
export function lockDigest(teamId: string, memberId: string, lease: string): Statement {
  return {
    name: "comms.digests.lock",
    text: `select from comms.digests d
      where d.team_id = $1 and d.member_id = $2 and d.lease = $3 for update`,
    values: [teamId, memberId, lease],
  };
}

/** Reads when the notices of the member are to be mailed. */
export function findDigestState(teamId: string, memberId: string): Statement {
  return {
    name: "comms.digests.state",
    text: `select ${ms("clock_timestamp()")} as now, p.quiet_hours, p.timezone,
        (select ${ms("min(n.created_at)")} from comms.notifications n where ${WAITING}) as first_at,
        (select ${ms("max(n.mailed_at)")} from comms.notifications n
          where n.team_id = $1 and n.member_id = $2 and n.mailed_at is not null) as mailed_at
      from (select) one
        left join comms.notification_preferences p on p.team_id = $1 and p.member_id = $2`,
    values: [teamId, memberId],
  };
}

/** Puts the notices of the member that wait into one mail; `now` in ms since 1970. */
export function markMailed(teamId: string, memberId: string, digestId: string, now: number): Statement {
  return {
    name: "comms.digests.mark",
    text: `update comms.notifications n set digest_id = $3, mailed_at = to_timestamp($4::float8 / 1000)
      where ${WAITING}`,
    values: [teamId, memberId, digestId, now],
  };
}

/** Ends the digest; the next notice of the member makes another one. */
export function endDigest(teamId: string, memberId: string): Statement {
  return {
    name: "comms.digests.end",
    text: "delete from comms.digests where team_id = $1 and member_id = $2",
    values: [teamId, memberId],
  };
}
