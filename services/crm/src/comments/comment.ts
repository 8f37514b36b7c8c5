import { resource } from "@jst/resource";
import { thingCommentDeclaration } from "../../gen/resources.ts";
import type { CommentMention } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";

/** Columns of a comment besides the members that its author writes. */
export interface CommentColumns {
  html: string;
  mentions: readonly CommentMention[];
  /** The member who wrote it, by whatever token; null of a service token. */
  author_member_id: string | null;
  /** Members who were notified of it, whether or not it still mentions them. */
  noticed: readonly string[];
  resolved_at: string | null;
  resolved_by: { type: string; id: string | null } | null;
  edited_at: string | null;
}

/** SQL that shows a member of the comments that are not deleted. */
const unlessDeleted = (name: string) => `case when t.deleted_at is null then t."${name}" end`;

const isOpen = (resolvedAt: unknown): boolean => (resolvedAt ?? null) === null;

/** Comments of a team on its things. */
export const comments = resource(thingCommentDeclaration)<Deps>({
  hidden: ["html", "mentions", "author_member_id", "noticed", "resolved_at", "resolved_by", "edited_at"],
  shown: { text: unlessDeleted("text"), html: unlessDeleted("html"), mentions: unlessDeleted("mentions") },
  further: ({ resolved_at: now }, before) => {
    if (before === undefined || isOpen(now) === isOpen(before["resolved_at"])) return [];
    return [isOpen(now) ? "comment.reopened" : "comment.resolved"];
  },
  // Readers of events need not be readers of the thing.
  withheld: ["text", "html", "mentions"],
  filters: {
    resource: () => "true",
    resource_id: () => "true",
    table_id: () => "true",
    // A reply is resolved with its first comment.
    resolved: (isResolved) => `coalesce(
      (select p.resolved_at from crm.comments p where p.team_id = t.team_id and p.id = t.parent_id),
      t.resolved_at) is ${isResolved === "true" ? "not " : ""}null`,
  },
});

/** SQL of the comments that a list shows: a deleted first comment stays while it has replies. */
export const LISTED = `(t.deleted_at is null or exists (select from crm.comments r
  where r.team_id = t.team_id and r.parent_id = t.id and r.deleted_at is null))`;
