import { notFound } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { requireVersion, requireWebhookId } from "./preconditions.ts";
import * as queries from "./queries.ts";

/** Removes an endpoint: nothing more is sent to it, and its deliveries stay in the feed. */
export const deleteWebhook: Handler<"DeleteWebhook"> = ({ path }, call) => {
  const id = requireWebhookId(path.webhook_id);
  return call.write(async (tx) => {
    const stored = await queries.lockEndpoint(tx, id);
    if (stored === undefined) throw notFound();
    requireVersion(stored.version, call.ifMatch);
    return { body: { id, deleted_at: await queries.deleteEndpoint(tx, id) } };
  });
};
