import { hasRight, type Caller } from "@jst/caller";
import { eventTypes, type EventType } from "@jst/events";

/** Event types whose data the caller may not see. */
export function unreadTypes(caller: Caller): EventType[] {
  return (Object.keys(eventTypes) as EventType[]).filter((type) => {
    const { resource, action } = eventTypes[type].read;
    return !hasRight(caller, resource, action);
  });
}
