import type { Handler } from "../../gen/rpc.ts";
import { comments } from "./comment.ts";
import { readableComment } from "./readable.ts";

/** Answers one comment; 304 when the caller already has this version. */
export const getThingComment: Handler<"GetThingComment"> = async (input, call) => {
  await readableComment(input.path, call);
  return comments.read(input, call);
};
