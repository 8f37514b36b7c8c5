import { instant, type Row, type Statement } from "@jst/db";
import type { ChangesetComment } from "../../gen/rpc.ts";

/** Comments that one changeset has at most; the table has the same bound. */
export const COMMENTS_MAX = 200;
/** Comments that an answer with one changeset shows. */
const COMMENTS_SHOWN = 20;

/** SQL of a comment over alias `m` as answers show it. */
export const COMMENT_JSON = `json_strip_nulls(json_build_object('id', m.id, 'text', m.text, 'mentions', m.mentions,
    'created_by', json_build_object('type', m.actor_type, 'id', m.actor_id),
    'client_name', m.oauth_app ->> 'client_name', 'created_at', ${instant("m.created_at")}))`;

/** SQL of the changesets in which a comment mentions the member of parameter $8 (trust.reading). */
export const MENTIONED = `select m.changeset_id from changeset_comments m
      where m.team_id = $1 and m.mentions <> '{}' and $8 = any(m.mentions::text[])`;

/** Row of a comment. */
export interface CommentRow extends Row {
  comment: ChangesetComment;
}

/** Row of a comment beside the number of all. */
export interface CountedComment extends CommentRow {
  count: number;
}

/** The newest comments on a changeset, newest first, each with the number of all. */
export function newestComments(teamId: string, uuid: string): Statement {
  return {
    name: "changeset_comments_newest",
    text: `select ${COMMENT_JSON} as comment, (count(*) over ())::int as count
      from changeset_comments m where m.team_id = $1 and m.changeset_id = $2
      order by m.place desc limit ${COMMENTS_SHOWN}`,
    values: [teamId, uuid],
  };
}

/** Answer of findMention. */
export interface MentionRow extends Row {
  is_mentioned: boolean;
}

/** Whether a comment on the changeset mentions the member. */
export function findMention(teamId: string, uuid: string, memberId: string): Statement {
  return {
    name: "changeset_mention",
    text: `select exists (select from changeset_comments
        where team_id = $1 and changeset_id = $2 and $3::uuid = any(mentions)) as is_mentioned`,
    values: [teamId, uuid, memberId],
  };
}

/** Has comments on one changeset be added one after the other. */
export function lockComments(teamId: string, uuid: string): Statement {
  return {
    name: "changeset_comments_lock",
    text: "select pg_advisory_xact_lock(hashtextextended($1, 0))",
    values: [`comments ${teamId} ${uuid}`],
  };
}

/** A comment to store. */
export interface NewComment {
  text: string;
  mentions: readonly string[];
  tokenId: string;
  actorType: string;
  actorId: string;
}

/** Stores a comment behind the others; answers no row when the changeset has as many as it may. */
export function insertComment(teamId: string, uuid: string, comment: NewComment): Statement {
  const { text, mentions, tokenId, actorType, actorId } = comment;
  return {
    name: "changeset_comment",
    text: `insert into changeset_comments as m
        (team_id, changeset_id, place, text, mentions, token_id, actor_type, actor_id)
      select $1, $2, n.count + 1, $3, $4::uuid[], $5, $6, $7
      from (select count(*)::int as count from changeset_comments where team_id = $1 and changeset_id = $2) n
      where n.count < ${COMMENTS_MAX}
      returning ${COMMENT_JSON} as comment`,
    values: [teamId, uuid, text, mentions, tokenId, actorType, actorId],
  };
}
