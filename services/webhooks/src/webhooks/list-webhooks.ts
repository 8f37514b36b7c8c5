import { eventTypes } from "@jst/events";
import { resourcePage } from "@jst/query";
import type { Handler } from "../../gen/rpc.ts";
import { webhookList } from "./list-statement.ts";

/** Answers the team's endpoints with their statistics, newest first; with events=1 the types to subscribe to. */
export const listWebhooks: Handler<"ListWebhooks"> = async ({ query }, call) => {
  if (query.events === "1") return { body: { event_types: describedTypes } };
  return { body: await resourcePage(webhookList(call.caller.team_id), query, call) };
};

const describedTypes = Object.entries(eventTypes).map(([type, description]) => ({ type, description }));
