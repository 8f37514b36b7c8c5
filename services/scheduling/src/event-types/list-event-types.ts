import type { Handler } from "../../gen/rpc.ts";
import { eventTypes } from "./event-type.ts";

/** Answers one page of the team's event types, of the active ones where nothing else is asked. */
export const listEventTypes: Handler<"ListEventTypes"> = eventTypes.page;
