import type { Row, Statement } from "@jst/db";
import type { ListedNotice } from "./mail-texts.ts";

/** Notices that a mail lists by their titles. */
const LISTED_MAX = 20;

/** A notice of a digest, with the number of all that are unread. */
export interface DigestNotice extends ListedNotice, Row {
  count: number;
  /** Id of who acts; null for the platform. */
  actor_id: string | null;
}

/** Reads the newest notices of a digest that are still unread. */
export function digestNotices(teamId: string, digestId: string): Statement {
  return {
    name: "comms.digest.notices",
    text: `select n.title, n.path, n.actor ->> 'id' as actor_id, (count(*) over ())::int as count
      from comms.notifications n
      where n.team_id = $1 and n.digest_id = $2::uuid and n.read_at is null
      order by n.id desc limit ${LISTED_MAX}`,
    values: [teamId, digestId],
  };
}
