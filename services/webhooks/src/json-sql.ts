/** A timestamp as the API writes it: RFC 3339, UTC, milliseconds, `Z`; null stays null. */
export function instant(sql: string): string {
  return `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The same to the microsecond: what a cursor holds, since a Date would cut it (delivery 1). */
export function exactInstant(sql: string): string {
  return `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** One delivery as the feed and an endpoint's detail show it; json over the row `d` of webhooks.deliveries. */
export const DELIVERY_JSON = `(select row_to_json(r) from (select
  d.id, d.endpoint_id, d.type, d.status, d.attempts,
  ${instant("d.next_attempt_at")} as next_attempt_at, d.last_status_code,
  ${instant("d.created_at")} as created_at, d.payload
) r)`;
