import { notFound } from "@jst/errors";
import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { findSubscription } from "../subscribed/subscription.ts";

/** Answers one subscription; 304 when the caller already has this version. */
export const getSubscription: Handler<"GetSubscription"> = async ({ path }, call) => {
  const statement = findSubscription(call.caller.team_id, requireId(path.subscription_id));
  const [row] = await call.read<{ body: string; version: number }>(statement);
  if (row === undefined) throw notFound();
  const headers = { etag: `"${row.version}"` };
  return call.isKnown(row.version) ? { status: 304, headers, body: "" } : { headers, body: row.body };
};
