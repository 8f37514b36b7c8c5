import { notFound } from "@jst/errors";
import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { unreadTypes } from "../unread-types.ts";
import { findWebhookDetail, type WebhookDetailRow } from "./webhook-detail.ts";
import { webhooks } from "./webhook.ts";
import { withMember } from "./with-member.ts";

/** Answers an endpoint with its statistics and last deliveries. Never 304: these move without its version. */
export const getWebhook: Handler<"GetWebhook"> = async ({ path }, call) => {
  const id = requireId(path.webhook_id);
  const [row] = await call.read<WebhookDetailRow>(
    findWebhookDetail(call.caller.team_id, id, unreadTypes(call.caller)),
  );
  if (row === undefined) throw notFound();
  return webhooks.reply({ ...row, body: withMember(row.body, "deliveries", row.deliveries) });
};
