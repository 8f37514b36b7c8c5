import type { Row, Statement } from "@jst/db";
import { DELIVERY_JSON, exactInstant } from "../json-sql.ts";
import type { FeedKey } from "./since.ts";

/** One page of the feed. */
export interface FeedRow extends Row {
  /** The items' JSON, with commas between them: bytes that are passed through. */
  items: Buffer;
  has_more: boolean;
  /** Key of the last item; null without items. */
  last: [string, string] | null;
  /** Whether the endpoint asked for is the team's, removed or not. */
  is_known: boolean;
}

/** A page ends early once its payloads have this many bytes. */
const pageBytesMax = 4 * 1024 * 1024;

/** A payload that is stored as it is tells its size; only one that is compressed must be read for it. */
const PAYLOAD_BYTES = `case when pg_column_compression(q.payload) is null then pg_column_size(q.payload)
  else octet_length(q.payload::text) end`;

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
  const ofTeam = `q.team_id = $1::uuid and (q.created_at, q.id) > ($2::timestamptz, $3::uuid) ${isOfEndpoint}`;
  // How many rows are shown is known before a payload is touched; a pass that carried them along would copy each.
  const text = `with sized as materialized (
      select q.*, row_number() over feed as n, sum(q.bytes) over feed as page_bytes
      from (
        select q.created_at, q.id, ${PAYLOAD_BYTES} as bytes from webhooks.deliveries q
        where ${ofTeam} order by q.created_at, q.id limit $4::int + 1
      ) q
      window feed as (order by q.created_at, q.id rows unbounded preceding)
    ), page as materialized (
      select count(*) as found, count(*) filter (where n <= $4::int and (n = 1 or page_bytes <= ${pageBytesMax})) as shown
      from sized
    )
    select page.found > page.shown as has_more,
      (select array[${exactInstant("l.created_at")}, l.id::text] from sized l where l.n = page.shown) as last,
      ${isKnown} as is_known,
      (select coalesce(string_agg(${DELIVERY_JSON}, ','), '') from (
        select q.* from webhooks.deliveries q
        where ${ofTeam} order by q.created_at, q.id limit page.shown
      ) d) as items
    from page`;
  const values = [teamId, after[0], after[1], limit, ...(endpoint === undefined ? [] : [endpoint])];
  return { text, values, bytes: "items" };
}
