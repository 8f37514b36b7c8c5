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
  // One pass over the rows: each look back at them would copy their payloads.
  const text = `select coalesce(string_agg(${DELIVERY_JSON}, ',' order by d.n) filter (where d.is_shown), '') as items,
      count(*) > count(*) filter (where d.is_shown) as has_more,
      case when count(*) > 0 then array[
        ${exactInstant("max(d.created_at) filter (where d.is_shown)")},
        (array_agg(d.id::text order by d.n))[count(*) filter (where d.is_shown)]
      ] end as last,
      ${isKnown} as is_known
    from (
      select p.*, p.n <= $4::int and (p.n = 1 or p.bytes <= ${pageBytesMax}) as is_shown
      from (
        select q.*, row_number() over feed as n, sum(octet_length(q.payload::text)) over feed as bytes
        from (
          select * from webhooks.deliveries q
          where q.team_id = $1::uuid and (q.created_at, q.id) > ($2::timestamptz, $3::uuid) ${isOfEndpoint}
          order by q.created_at, q.id
          limit $4::int + 1
        ) q
        window feed as (order by q.created_at, q.id rows unbounded preceding)
      ) p
    ) d`;
  const values = [teamId, after[0], after[1], limit, ...(endpoint === undefined ? [] : [endpoint])];
  return { text, values, bytes: "items" };
}
