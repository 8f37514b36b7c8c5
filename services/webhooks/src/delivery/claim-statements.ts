import type { Statement } from "@jst/db";

/**
 * One claim at a time: a statement that began before another's commit would count its attempts as idle. It goes out
 * with the claim and the commit in one message, so no process that stops can hold it.
 */
export const claimLock: Statement = {
  name: "claim_lock",
  text: "select pg_advisory_xact_lock(4776101)",
  values: [],
};

/** Rows that wake in one statement. Where so many did there may be more, and whoever wakes them looks again. */
export const wokenMax = 1_000;

/**
 * Makes ready what has waited long enough and what a dead worker left, up to `sinceS` seconds back: what was asleep
 * before has woken, and dead entries of the index before it are passed over. Answers how many woke.
 */
export function wakeAsleep(clockShiftS: number, sinceS: number): Statement {
  return {
    name: "wake",
    text: `with clock as materialized (
        select clock_timestamp() + make_interval(secs => $1::float8) as at
      ), woken as (
        select q.ctid as place from queue q
        where q.is_asleep and q.due_at <= (select at from clock)
          and q.due_at > (select case when $2::float8 = 'infinity' then '-infinity'
            else at - make_interval(secs => $2::float8) end from clock)
        order by q.due_at
        limit ${wokenMax}
        for update skip locked
      ), made_ready as (
        update queue q set state = 'ready', lease = null
        from woken w where q.ctid = w.place
        returning 1
      )
      select count(*)::int as woken from made_ready`,
    values: [clockShiftS, sinceS === Infinity ? "infinity" : sinceS],
  };
}

/**
 * Walks from one endpoint with something ready to the next along the index, so that the backlog of one does not hide
 * the others. The clock is read once: compared with a value that does not change, the indexes are read from one time to
 * the other, past what has ended. Rows are updated where they were locked.
 */
export const claimDue = `with recursive clock as materialized (
    select clock_timestamp() + make_interval(secs => $1::float8) as at
  ), line (team_id, endpoint_id) as (
    (select q.team_id, q.endpoint_id from queue q where q.state = 'ready' order by q.team_id, q.endpoint_id limit 1)
    union all
    select n.team_id, n.endpoint_id
    from line l cross join lateral (
      select q.team_id, q.endpoint_id from queue q
      where q.state = 'ready' and (q.team_id, q.endpoint_id) > (l.team_id, l.endpoint_id)
      order by q.team_id, q.endpoint_id
      limit 1
    ) n
  ), due as (
    select d.place, d.due_at, t.free, row_number() over (partition by l.team_id order by d.due_at) as n
    from line l
    cross join lateral (
      select $3::int - count(*) as free from (
        select from queue b where b.state = 'under_way' and b.team_id = l.team_id and b.due_at > (select at from clock)
        limit $3::int
      ) b
    ) t
    join endpoints e on e.team_id = l.team_id and e.id = l.endpoint_id and (e.enabled or e.deleted_at is not null)
    cross join lateral (
      select q.ctid as place, q.due_at
      from queue q
      where q.state = 'ready' and q.team_id = l.team_id and q.endpoint_id = l.endpoint_id
        and q.due_at <= (select at from clock)
      order by q.due_at
      limit greatest(0, $2::int - (
        select count(*) from (
          select from queue b
          where b.state = 'under_way' and b.team_id = l.team_id and b.endpoint_id = l.endpoint_id
            and b.due_at > (select at from clock)
          limit $2::int
        ) b
      ))
    ) d
  ), locked as (
    select q.ctid as place
    from (select place from due where n <= free order by due_at limit $4) d join queue q on q.ctid = d.place
    for update of q skip locked
  ), claimed as (
    update queue q
    set state = 'under_way', attempts = q.attempts + 1, lease = uuidv7(),
      due_at = c.at + make_interval(secs => $5::float8)
    from locked l cross join clock c
    where q.ctid = l.place and q.state = 'ready'
    returning q.team_id, q.delivery_id, q.endpoint_id, q.attempts, q.lease, c.at
  )
  select c.team_id, c.delivery_id as id, c.endpoint_id, d.event_id, d.type, d.payload::text as payload, d.traceparent,
    c.attempts as attempt, c.lease, e.url, encode(e.secret, 'base64') as secret,
    case when e.previous_secret_until > c.at then encode(e.previous_secret, 'base64') end as previous_secret,
    e.deleted_at is not null as is_deleted
  from claimed c
  join deliveries d on d.team_id = c.team_id and d.id = c.delivery_id
  join endpoints e on e.team_id = c.team_id and e.id = c.endpoint_id`;
