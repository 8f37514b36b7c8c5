import { eventTypes } from "@jst/events";
import { pageJson, resourcePage, type ListRow } from "@jst/query";
import type { Handler } from "../../gen/rpc.ts";
import { webhookList } from "./list-statement.ts";

/** Answers the team's endpoints with their statistics, newest first; with events=1 the types to subscribe to. */
export const listWebhooks: Handler<"ListWebhooks"> = async ({ query }, call) => {
  if (query.events === "1") return { body: { event_types: describedTypes } };
  const { caller, deps } = call;
  const { team_id: teamId, team } = caller;
  const reader = { teamId, timezone: team.timezone, cursors: deps.cursors };
  const { statement, scope } = resourcePage(webhookList(teamId), query, reader);
  const [page] = await call.read<ListRow>(statement, "custom");
  if (page === undefined) throw new Error("A list statement answers one row.");
  return { body: pageJson("webhooks", page, { codec: deps.cursors, scope }) };
};

const describedTypes = Object.entries(eventTypes).map(([type, description]) => ({ type, description }));
