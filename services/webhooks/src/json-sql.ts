/** A timestamp as the API writes it: RFC 3339, UTC, milliseconds, `Z`; null stays null. */
export function instant(sql: string): string {
  return `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The same to the microsecond: what a cursor holds, since a Date would cut it (delivery 1). */
export function exactInstant(sql: string): string {
  return `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

const quoted = (sql: string) => `coalesce('"' || ${sql} || '"', 'null')`;

/**
 * One delivery as the feed and an endpoint's detail show it: text of JSON over the row `d` of webhooks.deliveries. It is put
 * together as text, since a page has hundreds and json functions would copy each payload three times.
 */
export const DELIVERY_JSON = `format(
  '{"id":"%s","endpoint_id":"%s","type":%s,"status":"%s","attempts":%s,"next_attempt_at":%s,"last_status_code":%s,'
    '"created_at":"%s","payload":%s}',
  d.id, d.endpoint_id, to_json(d.type), d.status, d.attempts, ${quoted(instant("d.next_attempt_at"))},
  coalesce(d.last_status_code::text, 'null'), ${instant("d.created_at")}, d.payload)`;
