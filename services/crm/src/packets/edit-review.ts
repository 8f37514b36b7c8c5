import { notFound } from "@jst/errors";
import { replyOf, requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { edit, lifecycle } from "./lifecycle.ts";
import { packets } from "./packet.ts";
import { emailsOf, membersNamed } from "./reviewers.ts";

/** Changes the members that are given of a packet, but nothing that somebody has signed (review.editing). */
export const editReview: Handler<"EditReview"> = async ({ path, body }, call) => {
  const id = requireId(path.packet_id);
  const { reviewers = [] } = body;
  const members =
    reviewers.length === 0 ? [] : await membersNamed(call, call.caller.team_id, emailsOf(reviewers));
  return call.write(async (tx) => {
    const packet = await lifecycle.lock(tx, id, { scope: undefined, ifMatch: call.ifMatch });
    const written = await edit(tx, packet, body, members);
    if (written !== undefined) return replyOf(written);
    const [same] = await packets.store.findMany(tx, [packet.id]);
    if (same === undefined) throw notFound();
    return { ...replyOf(same), isUnchanged: true };
  });
};
