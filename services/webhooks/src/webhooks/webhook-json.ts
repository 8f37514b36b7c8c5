import { instant } from "../json-sql.ts";

// Counted as deliveries change: an endpoint has as many as its team has events, for good.
const STATS = `(select json_build_object(
    'pending', coalesce(sum(s.pending), 0),
    'success', coalesce(sum(s.success), 0),
    'failed', coalesce(sum(s.failed), 0),
    'last_success_at', ${instant("max(s.last_success_at)")},
    'last_failure_at', ${instant("max(s.last_failure_at)")})
  from webhooks.endpoint_counts s where s.team_id = e.team_id and s.endpoint_id = e.id)`;

/** The representation of an endpoint, without its secret: an SQL expression of type json over row `e`. */
export const WEBHOOK_JSON = `(select row_to_json(r) from (select
  e.id, e.url, e.events, e.description, e.enabled, ${STATS} as stats,
  ${instant("e.created_at")} as created_at, ${instant("e.updated_at")} as updated_at,
  json_build_object('type', e.created_by_type, 'id', e.created_by_id) as created_by,
  e.version
) r)`;

/** Adds a last member to an object that is finished JSON. */
export function withMember(json: string, name: string, value: string): string {
  return `${json.slice(0, -1)},${JSON.stringify(name)}:${value}}`;
}
