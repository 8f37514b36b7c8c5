import { eventTypes } from "../gen/event-types.ts";

export { eventTypes };

/** A right as scopes write it. */
interface Right {
  resource: string;
  action: "read" | "write";
}

/** Entry of the registry, which the generator writes from the protos. */
export interface EventDeclaration {
  description: string;
  /** End of the sentence that starts with "Sends an event when" in the console. */
  when: string;
  /** Right that shows an event of the type (events.rights). */
  read: Right;
  /** Right that has events posted, where it is another: they have addresses of pages that pay or accept. */
  endpoint?: Right;
}

/** One of the event types. */
export type EventType = keyof typeof eventTypes;

/** Types that an endpoint names, one by one or several: `task.created`, `task.*` or `*` (events.endpoint). */
export type EventPattern = EventType | `${string}.*` | "*";

/** Lists the types that a pattern stands for; none for any other text. */
export function typesIn(pattern: string): EventType[] {
  const all = Object.keys(eventTypes) as EventType[];
  if (pattern === "*") return all;
  if (!pattern.endsWith(".*")) return all.filter((type) => type === pattern);
  const start = pattern.slice(0, -1);
  return all.filter((type) => type.startsWith(start) && !type.slice(start.length).includes("."));
}

/** Returns the right that shows events of a type, and the one that has them posted to an endpoint. */
export function eventRights(type: EventType): { read: Right; endpoint: Right } {
  const { read, endpoint = read }: EventDeclaration = eventTypes[type];
  return { read, endpoint };
}
