import { notFound, validationFailed } from "@jst/errors";
import { readInstant } from "@jst/query";
import { requireId } from "@jst/resource";
import type { Handler, Redelivery } from "../../gen/rpc.ts";
import { reopenDeliveries, type Reopening } from "./redelivery-queries.ts";
import { webhooks } from "./webhook.ts";

/** Sets failed deliveries to pending, with all attempts; their place in the feed stays (events.redeliver). */
export const redeliverWebhook: Handler<"RedeliverWebhook"> = ({ path, body }, call) => {
  const reopening = readRedelivery(body);
  const id = requireId(path.webhook_id);
  return call.write(async (tx) => {
    if ((await webhooks.store.lock(tx, id)) === undefined) throw notFound();
    const redelivered = await reopenDeliveries(tx, id, reopening);
    if (redelivered === undefined) throw notFound();
    return { body: { redelivered } };
  });
};

function readRedelivery({ delivery_id: deliveryId, failed_since: failedSince }: Redelivery): Reopening {
  const message = "Send either delivery_id or failed_since, not both.";
  if ((deliveryId === undefined) === (failedSince === undefined))
    throw validationFailed([{ field: "delivery_id", code: "required", message }]);
  return failedSince === undefined
    ? { deliveryId: deliveryId ?? "" }
    : { failedSince: readInstant(failedSince) };
}
