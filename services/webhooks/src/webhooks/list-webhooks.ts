import { AppError } from "@jst/errors";
import { eventTypes } from "@jst/events";
import type { Handler, ListWebhooksQuery } from "../../gen/rpc.ts";
import { webhooks } from "./webhook.ts";

/** Answers the team's endpoints with their statistics, newest first; with events=1 the types to subscribe to. */
export const listWebhooks: Handler<"ListWebhooks"> = async (input, call) => {
  if (input.query.events === undefined) return webhooks.page(input, call);
  requireAlone(input.query);
  return { body: { event_types: describedTypes } };
};

/** Refuses other parameters for the list of types: one without an effect is never ignored. */
function requireAlone(query: ListWebhooksQuery): void {
  const names = Object.keys(query).filter((name) => name !== "events");
  if (names.length === 0) return;
  throw new AppError(
    "invalid_parameter",
    `These parameters cannot be used together with events=1: ${names.join(", ")}. Remove them, or remove events.`,
    {
      errors: names.map((field) => ({
        field,
        code: "invalid_parameter",
        message: "This parameter cannot be used together with events=1. Remove one of the two.",
      })),
    },
  );
}

const describedTypes = Object.entries(eventTypes).map(([type, { description, read }]) => ({
  type,
  description,
  scope: `${read.resource}:${read.action}`,
}));
