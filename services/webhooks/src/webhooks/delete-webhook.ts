import type { TeamTx } from "@jst/db";
import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { webhooks } from "./webhook.ts";

/** Removes an endpoint: nothing more is sent to it, and its deliveries stay in the feed. */
export const deleteWebhook: Handler<"DeleteWebhook"> = ({ path }, call) => {
  const id = requireId(path.webhook_id);
  return call.write(async (tx) => {
    const reply = await webhooks.take(tx, id, call.ifMatch);
    failPending(tx, id);
    return reply;
  });
};

/** Fails the pending deliveries of a removed endpoint, which stay in the feed (events.removed). */
function failPending(tx: TeamTx, endpointId: string): void {
  tx.defer({
    name: "webhooks.fail_pending",
    text: `with dropped as (
        delete from webhooks.queue where team_id = $1 and endpoint_id = $2 returning team_id, delivery_id, attempts
      )
      update webhooks.deliveries d
      set status = 'failed', attempts = q.attempts, next_attempt_at = null, failed_at = now()
      from dropped q left join webhooks.batches b on b.team_id = q.team_id and b.id = q.delivery_id
      where d.team_id = q.team_id and d.id = any (coalesce(b.delivery_ids, array[q.delivery_id])) and d.status = 'pending'`,
    values: [tx.context.teamId, endpointId],
  });
}
