import type { SystemDatabase } from "@jst/db";
import type { DeliveredEvent } from "@jst/events";

/**
 * Stores one delivery per event and endpoint that wants it, in the events' order, and answers how many are new.
 *
 * Within a team created_at is strictly increasing in the order of the commits: the head's lock is taken first and
 * held to the end, and the clock is read under it. So whoever reads up to some created_at has seen all there will
 * ever be up to it (delivery 1). Events that were stored before are left as they are.
 */
export function materialise(
  database: SystemDatabase,
  teamId: string,
  events: readonly DeliveredEvent[],
): Promise<number> {
  return database.transaction(async (tx) => {
    tx.precede({ name: "lock_feed_head", text: lockHead, values: [teamId] });
    const column = (pick: (event: DeliveredEvent) => string | null) => events.map(pick);
    const rows = await tx.last<{ added: number }>({
      name: "materialise",
      text: insertDeliveries,
      values: [
        teamId,
        column(({ id }) => id),
        column(({ type }) => type),
        column(({ payload }) => payload),
        column(({ traceparent }) => traceparent ?? null),
      ],
    });
    return rows[0]?.added ?? 0;
  });
}

const lockHead = `insert into feed_heads as h (team_id, last_created_at) values ($1, '-infinity')
  on conflict (team_id) do update set last_created_at = h.last_created_at`;

const insertDeliveries = `with incoming as (
    select * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[])
      with ordinality as e (event_id, type, payload, traceparent, place)
  ), wanted as (
    select i.*, e.id as endpoint_id, row_number() over (order by i.place, e.created_at, e.id) as n
    from incoming i
    join endpoints e on e.team_id = $1 and e.enabled and e.deleted_at is null and i.type = any (e.events)
    where not exists (
      select from deliveries d
      where d.team_id = $1 and d.endpoint_id = e.id and d.event_id = i.event_id
    )
  ), start as (
    select greatest(last_created_at + interval '1 microsecond', clock_timestamp()) as at
    from feed_heads where team_id = $1
  ), added as (
    insert into deliveries
      (team_id, endpoint_id, event_id, type, payload, traceparent, created_at, next_attempt_at)
    select $1, w.endpoint_id, w.event_id, w.type, w.payload::json, w.traceparent,
      s.at + (w.n - 1) * interval '1 microsecond', s.at
    from wanted w, start s
    order by w.n
    on conflict on constraint deliveries_once do nothing
    returning created_at
  ), moved as (
    update feed_heads h set last_created_at = greatest(h.last_created_at, (select max(created_at) from added))
    where h.team_id = $1
  )
  select count(*)::int as added from added`;
