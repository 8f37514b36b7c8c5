import type { Handler } from "../../gen/rpc.ts";
import { comments } from "./comment.ts";
import { readableComment, requireAuthor } from "./readable.ts";

/** Deletes a comment of the caller's own; an owner or admin who is signed in deletes any. */
export const deleteThingComment: Handler<"DeleteThingComment"> = async (input, call) => {
  const comment = await readableComment(input.path, call);
  await requireAuthor(comment, call, "delete");
  return comments.deleteFlagged(input, call);
};
