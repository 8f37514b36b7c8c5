/** SQL for an instant as the API shows it: RFC 3339, UTC, milliseconds (contract 1). */
export function timestampSql(sql: string): string {
  return `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
