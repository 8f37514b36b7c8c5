import type { Row, Statement } from "@jst/db";
import { DELIVERY_HEAD, payloadWithout } from "../json-sql.ts";
import { webhooks } from "./webhook.ts";

const recentDeliveries = 25;

/** An endpoint and its last deliveries, each as JSON. */
export interface WebhookDetailRow extends Row {
  version: number;
  body: string;
  deliveries: string;
}

/** Reads one endpoint with its last deliveries, newest first, without the data of events of the types `hidden`. */
export function findWebhookDetail(teamId: string, id: string, hidden: readonly string[]): Statement {
  const delivery = `${DELIVERY_HEAD} || ${payloadWithout("$3::text[]")} || '}'`;
  return {
    name: "webhooks.find_detail",
    text: `select t.version, ${webhooks.store.texts.json}::text as body, (
        select '[' || coalesce(string_agg(${delivery}, ',' order by d.created_at desc, d.id desc), '') || ']'
        from (
          select * from webhooks.deliveries q
          where q.team_id = t.team_id and q.endpoint_id = t.id
          order by q.created_at desc, q.id desc
          limit ${recentDeliveries}
        ) d
      ) as deliveries
      from webhooks.endpoints t
      where t.team_id = $1 and t.id = $2 and t.deleted_at is null`,
    values: [teamId, id, hidden],
  };
}
