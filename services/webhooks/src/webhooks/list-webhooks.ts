import { eventTypes } from "@jst/events";
import { fieldsOf, listStatement, pageText, Params, parseLimit, parseSort, type ListRow } from "@jst/query";
import type { Handler } from "../../gen/rpc.ts";
import { WEBHOOK_JSON } from "./webhook-json.ts";

const fields = fieldsOf(
  { name: "created_at", kind: "datetime", sql: "e.created_at", notNull: true },
  {
    name: "id",
    kind: "uuid",
    sql: "e.id",
    notNull: true,
  },
);

/** Answers the team's endpoints with their statistics, newest first; with events=1 the types to subscribe to. */
export const listWebhooks: Handler<"ListWebhooks"> = async ({ query }, call) => {
  if (query.events === "1") return { body: { event_types: describedTypes } };
  const { caller, deps } = call;
  const sort = parseSort(undefined, fields, "created_at:desc");
  const scope = {
    teamId: caller.team_id,
    route: "webhooks.v1.Webhooks/ListWebhooks",
    sort: sort.text,
    filter: "",
  };
  const params = new Params();
  const statement = listStatement(
    {
      from: "webhooks.endpoints e",
      where: [`e.team_id = ${params.add(caller.team_id, "uuid")}`, "e.deleted_at is null"],
      item: WEBHOOK_JSON,
      sort,
      limit: parseLimit(query.limit),
      after:
        query.cursor === undefined ? undefined : deps.cursors.decode(scope, query.cursor, sort.keys.length),
    },
    params,
  );
  const [page] = await call.read<ListRow>(statement, "custom");
  if (page === undefined) throw new Error("A list statement answers one row.");
  return { body: pageText("webhooks", page, deps.cursors, scope) };
};

const describedTypes = Object.entries(eventTypes).map(([type, description]) => ({ type, description }));
