/** Builds SQL for a timestamp as the API writes it: RFC 3339, UTC, milliseconds, `Z`; null stays null. */
export function instant(sql: string): string {
  return `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
