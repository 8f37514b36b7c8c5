import { uuidv7 } from "@jst/db";
import { notFound, validationFailed } from "@jst/errors";
import { eventPayload, type EventType } from "@jst/events";
import type { Handler } from "../../gen/rpc.ts";
import { requireWebhookId } from "./preconditions.ts";
import * as queries from "./queries.ts";
import { appendDelivery } from "./redelivery-queries.ts";

/** Queues a test event for one endpoint, whatever its list of events says; its object is the endpoint's id alone. */
export const testWebhook: Handler<"TestWebhook"> = ({ path, body }, call) => {
  const id = requireWebhookId(path.webhook_id);
  return call.write(async (tx) => {
    const endpoint = await queries.lockEndpoint(tx, id);
    if (endpoint === undefined) throw notFound();
    if (!endpoint.enabled) throw isOff();
    const type = (body.type ?? endpoint.events[0] ?? "contact.created") as EventType;
    const eventId = uuidv7();
    const payload = eventPayload(eventId, tx, { type, id, object: { id }, test: true }, new Date());
    return { body: await appendDelivery(tx, { endpointId: id, eventId, type, payload }) };
  });
};

function isOff(): Error {
  return validationFailed([
    {
      field: "enabled",
      code: "invalid_value",
      message: "The endpoint is off: PATCH it with enabled:true first.",
    },
  ]);
}
