import type { Row, Statement } from "@jst/db";
import { DELIVERY_JSON, exactInstant } from "../json-sql.ts";
import type { FeedKey } from "./since.ts";

/** One page of the feed. */
export interface FeedRow extends Row {
  /** JSON text of the array, passed through. */
  items: string;
  has_more: boolean;
  /** Key of the last item; null without items. */
  last: [string, string] | null;
  /** Whether the endpoint asked for is the team's, removed or not. */
  is_known: boolean;
}

/** A page ends early once its payloads have this many bytes. */
const pageBytesMax = 4 * 1024 * 1024;

/** Deliveries of the team after the key, oldest first: at most `limit`, and at least one when there is any. */
export function feedPage(
  teamId: string,
  after: FeedKey,
  endpoint: string | undefined,
  limit: number,
): Statement {
  const isOfEndpoint = endpoint === undefined ? "" : "and q.endpoint_id = $5::uuid";
  const isKnown =
    endpoint === undefined
      ? "true"
      : "exists (select from webhooks.endpoints e where e.team_id = $1::uuid and e.id = $5::uuid)";
  const text = `with page as (
      select q.*, row_number() over feed as n, sum(octet_length(q.payload::text)) over feed as bytes
      from (
        select * from webhooks.deliveries q
        where q.team_id = $1::uuid and (q.created_at, q.id) > ($2::timestamptz, $3::uuid) ${isOfEndpoint}
        order by q.created_at, q.id
        limit $4::int + 1
      ) q
      window feed as (order by q.created_at, q.id)
    ), shown as (
      select * from page where n <= $4::int and (n = 1 or bytes <= ${pageBytesMax})
    )
    select coalesce((select json_agg(${DELIVERY_JSON} order by d.n) from shown d), '[]')::text as items,
      (select count(*) from page) > (select count(*) from shown) as has_more,
      (select array[${exactInstant("d.created_at")}, d.id::text] from shown d order by d.n desc limit 1) as last,
      ${isKnown} as is_known`;
  const values = [teamId, after[0], after[1], limit, ...(endpoint === undefined ? [] : [endpoint])];
  return { text, values };
}
