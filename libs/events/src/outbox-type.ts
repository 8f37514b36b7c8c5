import type { EventType } from "./event-types.ts";
import { factCatalogue } from "./fact-catalogue.ts";
import { FACT_START } from "./facts.ts";

/** Begins the types of events in outboxes and topics that a fact between services has as well. */
const EVENT_SIGN = "event:";

/** Returns the name of an event type in outboxes and topics, which have facts of the same names. */
export function outboxType(type: EventType): string {
  return Object.hasOwn(factCatalogue, type) ? `${EVENT_SIGN}${type}` : type;
}

/** Returns the event type by its name in outboxes and topics; undefined for a fact between services. */
export function eventTypeOf({ type, payload }: { type: string; payload: string }): string | undefined {
  if (type.startsWith(EVENT_SIGN)) return type.slice(EVENT_SIGN.length);
  const isFact = Object.hasOwn(factCatalogue, type) || payload.startsWith(FACT_START);
  return isFact ? undefined : type;
}
