import { notFound } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { requireWebhookId } from "./preconditions.ts";
import * as queries from "./queries.ts";
import { withMember } from "./webhook-json.ts";

/** Answers an endpoint with its statistics and last deliveries. Never 304: these move without its version. */
export const getWebhook: Handler<"GetWebhook"> = async ({ path }, call) => {
  const id = requireWebhookId(path.webhook_id);
  const statement = queries.findWebhookDetail(call.caller.team_id, id);
  const [row] = await call.read<queries.WebhookRow & { deliveries: string }>(statement);
  if (row === undefined) throw notFound();
  return { body: withMember(row.body, "deliveries", row.deliveries), headers: { etag: `"${row.version}"` } };
};
