import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { eventTypes } from "./event-type.ts";

/** Makes the event type inactive and answers it; again, nothing changes. */
export const deleteEventType: Handler<"DeleteEventType"> = async ({ path }, call) => {
  requireId(path.event_type_id);
  return eventTypes.update({ path, query: {}, body: { active: false } }, call);
};
