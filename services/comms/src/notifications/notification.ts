import { instant, type Row, type Statement } from "@jst/db";

/** SQL of a notice as the API shows it, over the row `n`. */
export const NOTIFICATION = `json_build_object('id', n.id, 'kind', n.kind, 'title', n.title, 'path', n.path,
    'subject', json_build_object('type', n.subject_type, 'id', n.subject_id), 'actor', n.actor,
    'created_at', ${instant("n.created_at")}, 'read_at', ${instant("n.read_at")})`;

/** Member whose notices a request is about. */
export interface Recipient {
  teamId: string;
  memberId: string;
}

/** Returns the member who is signed in; throws for a caller without one, whom the gateway lets through nowhere. */
export function recipientOf({ team_id, member_id }: { team_id: string; member_id?: string }): Recipient {
  if (member_id === undefined) throw new Error("A session has no member.");
  return { teamId: team_id, memberId: member_id };
}

/** Counts the unread notices that the list of the member shows. */
export function countUnread({ teamId, memberId }: Recipient): Statement {
  return {
    name: "comms.notifications.count_unread",
    text: `select count(*)::int as unread_count from comms.notifications n
where n.team_id = $1 and n.member_id = $2 and n.in_app and n.read_at is null`,
    values: [teamId, memberId],
  };
}

/** Row of `countUnread`. */
export interface UnreadRow extends Row {
  unread_count: number;
}
