import { instant } from "@jst/db";

/** Returns SQL of a timestamp as text to the microsecond, for cursors: a Date has milliseconds only (events.since). */
export function exactInstant(sql: string): string {
  return `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** SQL of the last error. A worker of the former release writes only the status code and leaves an old error. */
const LAST_ERROR = "case when d.last_status_code is null then d.last_error end";

const quoted = (sql: string) => `coalesce('"' || ${sql} || '"', 'null')`;

/**
 * SQL of the JSON text of a delivery up to its payload, over the row `d` of webhooks.deliveries. The stored payload and
 * `}` follow. A page has hundreds of deliveries, and JSON functions or format() would copy each payload three times.
 * Types and errors are words from fixed lists, so no escaping is needed.
 */
export const DELIVERY_HEAD = `'{"id":"' || d.id || '","endpoint_id":"' || d.endpoint_id || '","type":"' || d.type
  || '","status":"' || d.status || '","attempts":' || d.attempts || ',"attempts_max":' || d.attempts_max || ',"batch_id":' || ${quoted("d.batch_id")} || ',"next_attempt_at":' || ${quoted(instant("d.next_attempt_at"))}
  || ',"last_status_code":' || coalesce(d.last_status_code::text, 'null')
  || ',"last_error":' || ${quoted(LAST_ERROR)} || ',"created_at":"' || ${instant("d.created_at")} || '","payload":'`;

/** SQL of the JSON text of a delivery. */
export const DELIVERY_JSON = `${DELIVERY_HEAD} || d.payload || '}'`;

/**
 * Selects the event of the delivery `d` for a caller who may not read the types of the list `hidden`. An event of such
 * a type comes without its data (events.redacted).
 */
export function payloadWithout(hidden: string): string {
  return `case when d.type = any(${hidden}) then (d.payload::jsonb || '{"data": null, "redacted": true}')::json
    else d.payload end`;
}
