import type { SystemDatabase } from "@jst/db";
import { WrittenSums, type Summed } from "./written-sums.ts";

const WRITE = `
update auth.grants as app
set call_count = app.call_count + used.calls,
  last_used_at = greatest(app.last_used_at, date_trunc('minute', now()))
from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as used (team_id, id, calls)
where app.team_id = used.team_id and app.id = used.id`;

interface App {
  teamId: string;
  id: string;
}

/** Counts what connected apps do (oauth.connected-apps). */
export function callCounts(
  database: Pick<SystemDatabase, "query">,
  onFault: (error: unknown) => void,
): WrittenSums<App> {
  return new WrittenSums((rows) => database.query({ text: WRITE, values: valuesOf(rows) }), onFault);
}

function valuesOf(rows: readonly Summed<App>[]): unknown[] {
  return [rows.map(({ of }) => of.teamId), rows.map(({ of }) => of.id), rows.map(({ sums }) => sums[0])];
}
