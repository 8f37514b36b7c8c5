import type { TeamTx } from "@jst/db";
import { notFound, validationFailed } from "@jst/errors";
import type { Reply } from "@jst/rpc";
import type { CommentMention, Handler, ThingComment } from "../../gen/rpc.ts";
import { comments, type CommentColumns } from "./comment.ts";
import { newlyNoticed, noticeMentions } from "./notices.ts";
import { readableComment, requireAuthor } from "./readable.ts";
import { readMentions, rendered } from "./written.ts";

/** Patch of a comment, with what other services know of it. */
interface CommentChange {
  text: string | undefined;
  html: string | undefined;
  mentions: CommentMention[] | undefined;
  resolved: boolean | undefined;
}

/** Changes text or mentions of the caller's own comment, or resolves a first comment. */
export const updateThingComment: Handler<"UpdateThingComment"> = async ({ path, body }, call) => {
  const comment = await readableComment(path, call);
  const { text, mentions: ids, resolved } = body;
  if (text !== undefined || ids !== undefined) await requireAuthor(comment, call, "write");
  const { mentions, faults } = await readMentions(ids ?? [], comment.resource, call);
  const reply = resolved !== undefined && comment.parent_id !== null ? [replyResolved] : [];
  const all = [...faults, ...reply];
  if (all.length > 0) throw validationFailed(all);
  const html = text === undefined || text === comment.text ? undefined : await rendered(text, call);
  const change = { text, html, mentions: ids === undefined ? undefined : mentions, resolved };
  return call.write((tx) => changed(tx, comment, change, call.ifMatch));
};

const replyResolved = {
  field: "resolved",
  code: "invalid",
  message: "A reply is resolved with its first comment. Resolve the first comment instead.",
} as const;

/** Applies the patch to the comment as it is now; one after which it reads as before writes nothing. */
async function changed(
  tx: TeamTx,
  { id }: ThingComment,
  change: CommentChange,
  ifMatch: number | undefined,
): Promise<Reply> {
  const locked = await comments.store.lock(tx, id);
  if (locked === undefined) throw notFound();
  const { item } = locked;
  const before = locked.hidden as unknown as CommentColumns;
  const hidden = { ...editedColumns(item, before, change), ...resolvedColumns(tx, item, change) };
  const { text, mentions } = change;
  if (mentions !== undefined) {
    const { resource, resource_id, table_id } = item;
    noticeMentions(tx, { id, thing: { resource, resource_id, table_id }, mentions }, before.noticed);
  }
  const patch = { members: text === undefined ? {} : { text } };
  return comments.apply(tx, id, Object.keys(hidden).length === 0 ? patch : { ...patch, hidden }, ifMatch);
}

function editedColumns(
  item: ThingComment,
  before: CommentColumns,
  { text, html, mentions }: CommentChange,
): Partial<CommentColumns> {
  const isSame =
    (text ?? item.text) === item.text && isSameMentions(mentions ?? before.mentions, before.mentions);
  if (isSame) return {};
  return {
    edited_at: new Date().toISOString(),
    ...(html === undefined ? {} : { html }),
    ...(mentions === undefined
      ? {}
      : { mentions, noticed: [...before.noticed, ...newlyNoticed(mentions, before.noticed)] }),
  };
}

function resolvedColumns(
  tx: TeamTx,
  item: ThingComment,
  { resolved }: CommentChange,
): Partial<CommentColumns> {
  if (resolved === undefined || resolved === (item.resolved_at !== null)) return {};
  const { actorType: type, actorId } = tx.context;
  if (!resolved) return { resolved_at: null, resolved_by: null };
  const by = { type, id: actorId === "" ? null : actorId };
  return { resolved_at: new Date().toISOString(), resolved_by: by };
}

const isSameMentions = (one: readonly CommentMention[], other: readonly CommentMention[]): boolean =>
  one.map((mention) => mention.member_id).join() === other.map((mention) => mention.member_id).join();
