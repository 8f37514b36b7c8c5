import { requireId } from "@jst/resource";
import { eventTypeDeclaration } from "../../gen/resources.ts";
import type { EventTypePatch, Handler } from "../../gen/rpc.ts";
import { eventTypes } from "./event-type.ts";

/** Merges the patch into the event type; what was booked of it stays as it is. */
export const updateEventType: Handler<"UpdateEventType"> = async (input, call) => {
  requireId(input.path.event_type_id);
  return eventTypes.update({ ...input, query: {}, body: reset(input.body) }, call);
};

/** The patch with the default in place of null, of each member that has one. */
function reset(body: EventTypePatch): object {
  const given: Readonly<Record<string, unknown>> = { ...body };
  const back = eventTypeDeclaration.members.filter(
    (member) => "initial" in member && given[member.name] === null,
  );
  return {
    ...given,
    ...Object.fromEntries(back.map((member) => [member.name, "initial" in member && member.initial])),
  };
}
