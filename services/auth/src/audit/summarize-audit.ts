import { notFound } from "@jst/errors";
import type { AuditSummary, Handler } from "../../gen/rpc.ts";

/** Days of a summary that names no number. */
const DAYS = 14;

/** Answers sums of what came in, by day of the team's time zone and by door (operation.audit-summary). */
export const summarizeAudit: Handler<"SummarizeAudit"> = async ({ query }, call) => {
  const [row] = await call.read<{ summary: AuditSummary }>({
    name: "audit.summary",
    text: SUMMARY,
    values: [call.caller.team_id, query.days ?? DAYS],
  });
  if (row === undefined) throw notFound();
  return { body: { ...row.summary }, headers: { "cache-control": "no-store" } };
};

const SUMMARY = `
with span as (
  select timezone, today - ($2::int - 1) as first, today as last
  from auth.teams
  cross join lateral (select (now() at time zone timezone)::date as today)
  where team_id = $1 and deleted_at is null
)
select json_build_object('timezone', span.timezone, 'from', span.first, 'to', span.last, 'counts', coalesce((
    select json_agg(json_build_object(
      'day', c.day, 'door', c.door, 'requests', c.requests, 'writes', c.writes, 'denied', c.denied
    ) order by c.day, c.door)
    from auth.request_counts as c
    where c.team_id = $1 and c.day between span.first and span.last
  ), '[]')) as summary
from span`;
