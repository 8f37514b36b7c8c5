import { instant } from "@jst/db";

/** Type of a body that has several events. */
export const BATCH_TYPE = "events.batch";

/** Bytes of a body at most, and of what a batch has around its events. */
const BYTES_MAX = 512 * 1024;
const FRAME_BYTES = 512;

/** Batches that one statement closes at most. */
const BATCHES_MAX = 100;

/**
 * SQL that closes batches, one of each endpoint. The gathered deliveries are as many as a batch has, or as large, or
 * the oldest has waited for long enough. The members and the bytes are stored before the first attempt, so that no
 * later one has others (events.batches).
 */
export const closeBatches = `with clock as materialized (
    select clock_timestamp() + make_interval(secs => $1::float8) as at
  ), gathered as materialized (
    select e.team_id, e.id as endpoint_id, (e.batch ->> 'max')::int as size_max,
      (e.batch ->> 'wait_ms')::float8 / 1000 as wait_s, q.delivery_id, q.place, q.due_at, row_number() over line as n,
      count(*) over (partition by e.team_id, e.id) as found, sum(coalesce(q.bytes, 0) + 1) over line as bytes
    from endpoints e cross join lateral (
      select * from queue q
      where q.team_id = e.team_id and q.endpoint_id = e.id and q.state = 'gathering'
      order by q.place, q.delivery_id
      limit (e.batch ->> 'max')::int + 1
    ) q
    where e.batch is not null and e.enabled and e.deleted_at is null
    window line as (partition by e.team_id, e.id order by q.place, q.delivery_id)
  ), taken as (
    select * from gathered where n <= size_max and (n = 1 or bytes <= ${BYTES_MAX - FRAME_BYTES})
  ), line as (
    select team_id, endpoint_id, size_max, wait_s, found, count(*) as size, min(due_at) as oldest, min(place) as place,
      array_agg(delivery_id order by n) as delivery_ids
    from taken group by team_id, endpoint_id, size_max, wait_s, found
  ), closed as materialized (
    select l.*, uuidv7() as id, c.at from line l cross join clock c
    where l.size = l.size_max or l.size < l.found or l.oldest + make_interval(secs => l.wait_s) <= c.at
    order by l.oldest limit ${BATCHES_MAX}
  ), batched as (
    insert into batches (team_id, id, endpoint_id, delivery_ids, payload, created_at)
    select c.team_id, c.id, c.endpoint_id, c.delivery_ids, ('{"id":"' || c.id || '","type":"${BATCH_TYPE}","api_version":"v1","team_id":"'
      || c.team_id || '","created_at":"' || ${instant("c.at")} || '","events":[' || (
        select string_agg(d.payload::text, ',' order by m.n)
        from unnest(c.delivery_ids) with ordinality m (id, n)
        join deliveries d on d.team_id = c.team_id and d.id = m.id
      ) || ']}')::json, c.at
    from closed c
  ), gone as (
    delete from queue q using closed c
    where q.team_id = c.team_id and q.delivery_id = any (c.delivery_ids) and q.state = 'gathering'
  ), marked as (
    update deliveries d set batch_id = c.id from closed c where d.team_id = c.team_id and d.id = any (c.delivery_ids)
  ), queued as (
    insert into queue (team_id, delivery_id, endpoint_id, state, due_at, place)
    select team_id, id, endpoint_id, 'line_ready', at, place from closed
  )
  select exists (select from closed) as again, (
    select extract(epoch from min(l.oldest + make_interval(secs => l.wait_s)) - (select at from clock))::float8
    from line l where not exists (select from closed c where c.team_id = l.team_id and c.endpoint_id = l.endpoint_id)
  ) as wait_s`;
