import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { eventTypes } from "./event-type.ts";

/** Returns one event type by its id; a slug does not find it. */
export const getEventType: Handler<"GetEventType"> = async (input, call) => {
  requireId(input.path.event_type_id);
  return eventTypes.read({ ...input, query: {} }, call);
};
