import type { Joined, Row, Statement } from "@jst/db";
import type { EventType } from "@jst/events";
import { DELIVERY_HEAD, exactInstant, payloadWithout } from "../json-sql.ts";
import type { FeedKey } from "./since.ts";

/** Which page of the feed is asked for. */
export interface AskedPage {
  teamId: string;
  /** The page begins behind it. */
  after: FeedKey;
  /** Deliveries to this endpoint only. */
  endpoint: string | undefined;
  limit: number;
  /** Types whose data the page leaves out. */
  hidden: readonly EventType[];
}

/** Which state of a page the database holds. */
export interface FeedState extends Row {
  /** Version of the page's rows, as a decimal number: it differs once a row has changed, joined or gone. */
  version: string;
  /** Whether the endpoint asked for is the team's, removed or not. */
  is_known: boolean;
}

/**
 * One page of the feed that has items; their JSON, with commas between them, is `joined`: bytes that are passed
 * through.
 */
export interface FeedRow extends Row, Joined {
  page: {
    version: number;
    has_more: boolean;
    /** Key of the last item. */
    last: [string, string];
  };
}

/** A page ends early once its payloads have this many bytes. */
const pageBytesMax = 4 * 1024 * 1024;
/** Versions are whole numbers that JSON and an ETag carry exactly. */
export const versionMax = 2 ** 49 - 1;

/**
 * Reads deliveries of the team after the key, oldest first: at most `limit`, and at least one if there is any. They are
 * sent row by row: if the server joined them, a page would be copied four times, each time into new memory.
 */
export function feedPage(asked: AskedPage): Statement {
  const { withPage, rows, values } = partsOf(asked);
  const { hidden } = asked;
  const payload = hidden.length === 0 ? "d.payload" : payloadWithout(`$${values.length + 1}::text[]`);
  const text = `${withPage}
    select case when d.id = (select s.id from sized s order by s.created_at, s.id limit 1) then (
        select json_build_object('version', version, 'has_more', found > shown, 'last', (
          select json_build_array(${exactInstant("l.created_at")}, l.id)
          from (select s.* from sized s order by s.created_at, s.id offset shown - 1 limit 1) l))
        from page) end as page,
      ${DELIVERY_HEAD}, ${payload}, '}'
    ${rows("d")} limit (select shown from page)`;
  return { text, values: hidden.length === 0 ? values : [...values, hidden], joined: 3 };
}

/** Whether the page is still the one that was read: its payloads are not touched for it. */
export function feedState(asked: AskedPage): Statement {
  const { withPage, isKnown, values } = partsOf(asked);
  return {
    text: `${withPage} select (select version::text from page) as version, ${isKnown} as is_known`,
    values,
  };
}

/** A payload that is stored as it is tells its size; only one that is compressed must be read for it. */
const PAYLOAD_BYTES = `case when pg_column_compression(q.payload) is null then pg_column_size(q.payload)
  else octet_length(q.payload::text) end`;

/**
 * Builds the common beginning of both statements. The page's size stands in the text, because a cached plan, which
 * saves a tenth of the time, does not know it otherwise. `sized` are the rows of the page and the next one, without
 * their large members. `page` is the number found, the number shown, and the version: which rows these are and who
 * wrote them last.
 */
function partsOf({ teamId, after, endpoint, limit }: AskedPage) {
  const rows = (q: string) => `from webhooks.deliveries ${q}
    where ${q}.team_id = $1::uuid and (${q}.created_at, ${q}.id) > ($2::timestamptz, $3::uuid)
      ${endpoint === undefined ? "" : `and ${q}.endpoint_id = $4::uuid`}
    order by ${q}.created_at, ${q}.id`;
  const withPage = `with sized as materialized (
      select q.created_at, q.id, ${PAYLOAD_BYTES} as bytes, hash_record_extended(row(q.xmin, q.ctid), 0) as version
      ${rows("q")} limit ${limit + 1}
    ), page as materialized (
      select count(*) as found, coalesce(bit_xor(version), 0) & ${versionMax} as version,
        case when sum(bytes) <= ${pageBytesMax} then least(count(*), ${limit}) else (${shownOfLarge(limit)}) end as shown
      from sized
    )`;
  const isKnown =
    endpoint === undefined
      ? "true"
      : "exists (select from webhooks.endpoints e where e.team_id = $1::uuid and e.id = $4::uuid)";
  const values = [teamId, after[0], after[1], ...(endpoint === undefined ? [] : [endpoint])];
  return { withPage, rows, isKnown, values };
}

const shownOfLarge = (limit: number) => `select count(*) from (
    select row_number() over feed as n, sum(s.bytes) over feed as bytes
    from sized s window feed as (order by s.created_at, s.id rows unbounded preceding)
  ) r where r.n <= ${limit} and (r.n = 1 or r.bytes <= ${pageBytesMax})`;
