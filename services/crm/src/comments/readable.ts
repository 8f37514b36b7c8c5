import { AppError, insufficientScope } from "@jst/errors";
import { isLeading } from "@jst/caller";
import type { Call } from "@jst/rpc";
import type { ThingComment } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { comments } from "./comment.ts";

/** Reads a comment on a thing that the caller may read; throws 404 for any other. */
export async function readableComment(path: { comment_id: string }, call: Call<Deps>): Promise<ThingComment> {
  const comment = JSON.parse((await comments.found(path, call)).body) as ThingComment;
  await call.deps.things.require(comment, call);
  return comment;
}

/** Throws 403 unless the caller is the member or the service token that wrote the comment (comments.author). */
export async function requireAuthor(
  { id, created_by: by }: ThingComment,
  call: Call<Deps>,
  action: "write" | "delete",
): Promise<void> {
  const { caller } = call;
  if (action === "delete" && caller.token_type === "member" && isLeading(caller.role)) return;
  const [row] = await call.read<{ member: string | null }>({
    name: "crm.comments.author",
    text: "select author_member_id as member from crm.comments where team_id = $1 and id = $2",
    values: [caller.team_id, id],
  });
  const member = row?.member ?? null;
  const isOwn = member === null ? by.id === caller.token_id : member === caller.member_id;
  if (isOwn) return;
  const who = action === "delete" ? "Its author, or an owner or admin who is signed in," : "Only its author";
  throw new AppError(
    "insufficient_scope",
    `${who} can ${action === "delete" ? "delete" : "change"} a comment.`,
    {
      extension: insufficientScope("comments", action).extension,
    },
  );
}
