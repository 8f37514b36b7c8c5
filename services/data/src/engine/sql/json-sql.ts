/**
 * Builds the JSON string that `instant` of @jst/db builds, at two thirds of the price, for rows. to_json writes ISO
 * 8601 without trailing zeros of the fraction. The microsecond that is added after cutting to milliseconds makes it six
 * digits long.
 */
export function timestampJson(sql: string): string {
  return `left(to_json(date_trunc('milliseconds', ${sql} at time zone 'UTC') + interval '1 microsecond')::text, 24) || 'Z"'`;
}

/** Members one call of jsonb_build_object takes: a function of PostgreSQL has at most 100 arguments. */
const MEMBERS_MAX = 50;

/** SQL for a jsonb object of any number of members, each written `'name', value`; empty without any. */
export function objectSql(members: readonly string[]): string {
  const parts: string[] = [];
  for (let start = 0; start < members.length; start += MEMBERS_MAX) {
    parts.push(`jsonb_build_object(${members.slice(start, start + MEMBERS_MAX).join(", ")})`);
  }
  return parts.length > 1 ? `(${parts.join(" || ")})` : (parts[0] ?? "");
}
