import { invalidTransition, notFound } from "@jst/errors";
import { isUuid } from "@jst/rpc";
import type { Handler, ListedMessage } from "../../gen/rpc.ts";
import { cancelQueued, findShort } from "./queries.ts";

/** Cancels a message that waits; one that is canceled already is answered as it is (comms.cancel). */
export const cancelMessage: Handler<"CancelMessage"> = ({ path: { message_id: id } }, call) => {
  if (!isUuid(id)) throw notFound();
  return call.write(async (tx) => {
    const canceled = await cancelQueued(tx, id);
    if (canceled !== undefined) return { body: canceled.body };
    const found = await findShort(tx, id);
    if (found === undefined) throw notFound();
    const { status } = JSON.parse(found.body) as ListedMessage;
    if (status === "canceled") return { body: found.body, isUnchanged: true };
    throw invalidTransition(
      { from: status, to: "canceled", allowed: [] },
      `The message is ${status}. Only a queued or scheduled message can be canceled.`,
    );
  });
};
