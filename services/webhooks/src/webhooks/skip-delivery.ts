import { invalidTransition, notFound, type AppError } from "@jst/errors";
import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { wakeSignal } from "../delivery/due-signal.ts";
import { webhooks } from "./webhook.ts";

/** Lets the deliveries go on that wait behind one that has no attempts left (events.strict). */
export const skipDelivery: Handler<"SkipDelivery"> = ({ path, body }, call) => {
  const id = requireId(path.webhook_id);
  return call.write(async (tx) => {
    if ((await webhooks.store.lock(tx, id)) === undefined) throw notFound();
    const skipped = await tx.query({
      name: "webhooks.skip",
      text: `delete from webhooks.queue q
        where q.team_id = $1 and q.endpoint_id = $2 and q.state = 'blocked' and q.delivery_id = any (array[$3,
          (select d.batch_id from webhooks.deliveries d where d.team_id = $1 and d.endpoint_id = $2 and d.id = $3)]::uuid[])
        returning q.delivery_id`,
      values: [tx.context.teamId, id, body.delivery_id],
      signal: wakeSignal,
    });
    if (skipped.length === 0) throw notBlocking();
    return { body: { skipped: skipped.length } };
  });
};

function notBlocking(): AppError {
  return invalidTransition(
    { field: "delivery_id", from: "not_blocking", to: "skipped", allowed: [] },
    "This delivery does not stop the webhook endpoint. Send the delivery_id that blocked_by of the endpoint names.",
  );
}
