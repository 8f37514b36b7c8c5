import type { Handler } from "../../gen/rpc.ts";
import { eventTypes } from "./event-type.ts";

/** Stores the event type, under a slug that no other one of the team has or had. */
export const createEventType: Handler<"CreateEventType"> = eventTypes.create;
