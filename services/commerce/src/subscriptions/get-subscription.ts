import { notFound } from "@jst/errors";
import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { readReply, type ReadDocument } from "../documents/document.ts";
import { findSubscription } from "../subscribed/subscription.ts";

/** Answers one subscription. */
export const getSubscription: Handler<"GetSubscription"> = async ({ path }, call) => {
  const statement = findSubscription(call.caller.team_id, requireId(path.subscription_id));
  const [row] = await call.read<ReadDocument>(statement);
  if (row === undefined) throw notFound();
  return readReply(row, call);
};
