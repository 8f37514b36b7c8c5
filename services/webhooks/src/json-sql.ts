import { instant } from "@jst/db";

/** A timestamp to the microsecond: what a cursor holds, since a Date would cut it (events.since). */
export function exactInstant(sql: string): string {
  return `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** A worker of the release before writes the status code alone, and leaves an error that stood there. */
const LAST_ERROR = "case when d.last_status_code is null then d.last_error end";

const quoted = (sql: string) => `coalesce('"' || ${sql} || '"', 'null')`;

/**
 * One delivery as the feed and an endpoint's detail show it, over the row `d` of webhooks.deliveries: text of JSON up
 * to the payload, which follows as it is stored, and `}`. A page has hundreds, and json functions, or format(), would
 * copy each payload three times. A type is the registry's, an error one of five words: nothing in
 * them needs escaping.
 */
export const DELIVERY_HEAD = `'{"id":"' || d.id || '","endpoint_id":"' || d.endpoint_id || '","type":"' || d.type
  || '","status":"' || d.status || '","attempts":' || d.attempts || ',"attempts_max":' || d.attempts_max || ',"next_attempt_at":' || ${quoted(instant("d.next_attempt_at"))}
  || ',"last_status_code":' || coalesce(d.last_status_code::text, 'null')
  || ',"last_error":' || ${quoted(LAST_ERROR)} || ',"created_at":"' || ${instant("d.created_at")} || '","payload":'`;

/** The same, whole. */
export const DELIVERY_JSON = `${DELIVERY_HEAD} || d.payload || '}'`;

/**
 * Selects the event of the delivery `d` for a caller who may not read the types of the list `hidden`. An event of such
 * a type comes without its data (events.redacted).
 */
export function payloadWithout(hidden: string): string {
  return `case when d.type = any(${hidden}) then (d.payload::jsonb || '{"data": null, "redacted": true}')::json
    else d.payload end`;
}
