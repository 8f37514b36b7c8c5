import { uuidv7 } from "@jst/db";
import { notFound, validationFailed } from "@jst/errors";
import { eventPayload, typesIn, type EventType } from "@jst/events";
import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { appendDelivery } from "./redelivery-queries.ts";
import { webhooks } from "./webhook.ts";

/** Queues a test event for one endpoint, whatever its list of events says; its object is the endpoint's id alone. */
export const testWebhook: Handler<"TestWebhook"> = ({ path, body }, call) => {
  const id = requireId(path.webhook_id);
  return call.write(async (tx) => {
    const locked = await webhooks.store.lock(tx, id);
    if (locked === undefined) throw notFound();
    if (!locked.item.enabled) throw isOff();
    const type = body.type ?? firstOf(locked.item.events);
    const eventId = uuidv7();
    const payload = eventPayload(eventId, tx, { type, id, object: { id }, test: true }, new Date());
    return { body: await appendDelivery(tx, { endpointId: id, eventId, type, payload }) };
  });
};

/** The first type that an endpoint names; a noun of a later release has none here. */
function firstOf(patterns: readonly string[]): EventType {
  return patterns.flatMap(typesIn)[0] ?? "contact.created";
}

function isOff(): Error {
  return validationFailed([
    {
      field: "enabled",
      code: "invalid_value",
      message: "The webhook endpoint is off. Set enabled to true first.",
    },
  ]);
}
