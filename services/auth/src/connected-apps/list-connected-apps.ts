import { fieldsOf, resourcePage, type ResourceList } from "@jst/query";
import type { Handler, ListConnectedAppsQuery } from "../../gen/rpc.ts";
import { APP_JSON, APPS, STATUS } from "./app-json.ts";
import { ownerOf } from "./visible.ts";

const fields = fieldsOf(
  { name: "created_at", kind: "datetime", sql: "g.created_at", notNull: true },
  { name: "id", kind: "uuid", sql: "g.id", notNull: true },
);

const appList = (teamId: string, owner: string): ResourceList<ListConnectedAppsQuery> => ({
  plural: "connected_apps",
  route: "auth.v1.ConnectedApps/ListConnectedApps",
  from: APPS,
  item: APP_JSON,
  fields,
  where: (params) => [
    `g.team_id = ${params.add(teamId, "uuid")}`,
    ...(owner === "all" ? [] : [`g.member_id = ${params.add(owner, "uuid")}`]),
  ],
  filters: {
    status: (text, params) => `${STATUS} = ${params.add(text, "text")}`,
    client_id: (text, params) => `g.client_id = ${params.add(text, "text")}`,
  },
});

/**
 * Answers the connected apps of the team, newest first; those of the caller alone where it sees no more
 * (oauth.connected-apps).
 */
export const listConnectedApps: Handler<"ListConnectedApps"> = async ({ query }, call) => ({
  body: await resourcePage(appList(call.caller.team_id, ownerOf(call.caller, "read")), query, call),
  headers: { "cache-control": "no-store" },
});
