import type { SystemDatabase } from "@jst/db";
import { WrittenSums, type Summed } from "./written-sums.ts";

/** A row is one per team, day and door; the order keeps two processes from waiting for each other. */
const WRITE = `
insert into auth.request_counts (team_id, day, door, requests, writes, denied)
select noted.team_id, (noted.minute at time zone team.timezone)::date, noted.door,
  sum(noted.requests), sum(noted.writes), sum(noted.denied)
from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[])
  as noted (team_id, minute, door, requests, writes, denied)
join auth.teams as team on team.team_id = noted.team_id
group by 1, 2, 3
order by 1, 2, 3
on conflict (team_id, day, door) do update set
  requests = request_counts.requests + excluded.requests,
  writes = request_counts.writes + excluded.writes,
  denied = request_counts.denied + excluded.denied`;

/** Team, door and minute under which a request is counted: days begin at a full minute in every time zone. */
export interface CameIn {
  teamId: string;
  door: string;
  /** Whole minutes of Unix time. */
  minute: number;
}

/** Sums of requests, writes and denials, in this order. */
export function requestCounts(
  database: Pick<SystemDatabase, "query">,
  onFault: (error: unknown) => void,
): WrittenSums<CameIn> {
  return new WrittenSums((rows) => database.query({ text: WRITE, values: valuesOf(rows) }), onFault);
}

function valuesOf(rows: readonly Summed<CameIn>[]): unknown[] {
  return [
    rows.map(({ of }) => of.teamId),
    rows.map(({ of }) => new Date(of.minute * 60_000).toISOString()),
    rows.map(({ of }) => of.door),
    ...[0, 1, 2].map((at) => rows.map(({ sums }) => sums[at])),
  ];
}
