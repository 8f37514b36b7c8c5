import type { Statement } from "@jst/db";
import { isSameLine, lineOf, statesOf, titleOf, type LineRules, type QueueTable } from "./queue-table.ts";

type Table = QueueTable<never>;

/**
 * One claim at a time: a statement that began before another's commit would count its attempts as idle. It goes out
 * with the claim and the commit in one message, so no process that stops can hold it.
 */
export function lockClaims(table: Table): Statement {
  const { claimLock } = table;
  return {
    name: `${titleOf(table)}_claim_lock`,
    text: `select pg_advisory_xact_lock(${claimLock})`,
    values: [],
  };
}

/** Limit of rows that wake in one statement. After as many, there may be more, and the caller looks again. */
export const wokenMax = 1_000;

/**
 * Wakes jobs whose time has come and those of dead workers, up to `sinceS` seconds back. Earlier ones have woken
 * already, and dead entries of the index before that are skipped. Returns how many woke.
 */
export function wakeAsleep(table: Table, clockShiftS: number, sinceS: number): Statement {
  const { name, asleep = "q.is_asleep" } = table;
  return {
    name: `${titleOf(table)}_wake`,
    text: `with clock as materialized (
        select clock_timestamp() + make_interval(secs => $1::float8) as at
      ), woken as (
        select q.ctid as place from ${name} q
        where ${asleep} and q.due_at <= (select at from clock)
          and q.due_at > (select case when $2::float8 = 'infinity' then '-infinity'
            else at - make_interval(secs => $2::float8) end from clock)
        order by q.due_at
        limit ${wokenMax}
        for update skip locked
      ), made_ready as (
        update ${name} q set state = '${statesOf(table).ready}', lease = null
        from woken w where q.ctid = w.place
        returning 1
      )
      select count(*)::int as woken from made_ready`,
    values: [clockShiftS, sinceS === Infinity ? "infinity" : sinceS],
  };
}

/**
 * Walks from one line with something ready to the next along the index, so that the backlog of one does not hide the
 * others. The clock is read once: compared with a value that does not change, the indexes are read from one time to the
 * other, past what has ended. Rows are updated where they were locked.
 */
export function claimDue(table: Table): string {
  const { name, open = "", busy = [], began } = table;
  const { ready, underWay } = statesOf(table);
  return `with recursive clock as materialized (
    select clock_timestamp() + make_interval(secs => $1::float8) as at
  ), line (${columnsOf(table)}) as (
    (select ${lineOf(table, "q")} from ${name} q where q.state = '${ready}' order by ${lineOf(table, "q")} limit 1)
    union all
    select ${lineOf(table, "n")}
    from line l cross join lateral (
      select ${lineOf(table, "q")} from ${name} q
      where q.state = '${ready}' and (${lineOf(table, "q")}) > (${lineOf(table, "l")})
      order by ${lineOf(table, "q")}
      limit 1
    ) n
  ), due as (
    select d.place, d.due_at, t.free, row_number() over (partition by l.team_id order by d.due_at) as n
    from line l
    cross join lateral (
      select $3::int - count(*) as free from (
        ${[underWay, ...busy].map((state) => busyOf(name, state)).join(" union all ")}
      ) b
    ) t
    ${open}
    cross join lateral (
      select greatest(0, least(${table.lines?.room ?? "$2::int"} - (
        select count(*) from (
          select from ${name} b
          where b.state = '${underWay}' and ${isSameLine(table, "b", "l")}
            and b.due_at > (select at from clock)
          limit $2::int
        ) b
      ), ${table.lines?.pace ?? "$2::int"})) as room
    ) r
    cross join lateral (${nextOf(table)}) d
  ), ${claimedOf(table)}${began === undefined ? "" : `, ${began}`}
  ${table.read}`;
}

/** Attempts of the team that are under way in a state. */
function busyOf(name: string, state: string): string {
  return `(select from ${name} b where b.state = '${state}' and b.team_id = l.team_id and b.due_at > (select at from clock)
        limit $3::int)`;
}

/** The jobs of a line that are due, as many as there is room for. */
function nextOf(table: Table): string {
  const { name, lines } = table;
  const { ready } = statesOf(table);
  const oldest = `select q.ctid as place, q.due_at
      from ${name} q
      where q.state = '${ready}' and ${isSameLine(table, "q", "l")}
        and q.due_at <= (select at from clock)${lines === undefined ? "" : ` and not (${lines.isOrdered})`}
      order by q.due_at
      limit r.room`;
  return lines === undefined ? oldest : `(${oldest}) union all (${firstOf(table, lines)})`;
}

/** The first job of an ordered line, if it is ready: whatever else it is, nothing overtakes it. */
function firstOf(table: Table, { isOrdered, standing, place }: LineRules): string {
  const states = standing.map((state) => `'${state}'`).join(", ");
  return `select h.place, h.due_at
      from (
        select q.ctid as place, q.due_at, q.state from ${table.name} q
        where (${isOrdered}) and ${isSameLine(table, "q", "l")} and q.state in (${states})
        order by ${place.map((column) => `q.${column}`).join(", ")}
        limit 1
      ) h
      where h.state = '${statesOf(table).ready}' and h.due_at <= (select at from clock) and r.room > 0`;
}

function columnsOf({ lane }: Table): string {
  return lane === undefined ? "team_id" : `team_id, ${lane}`;
}

/** The rows of `due` that a share allows and nobody else has locked, with a lease of this claim. */
function claimedOf(table: Table): string {
  const { name, id, carried = [] } = table;
  const { ready, underWay } = statesOf(table);
  const columns = [...carried, "attempts", "lease"].map((column) => `q.${column}`).join(", ");
  return `locked as (
    select q.ctid as place
    from (select place from due where n <= free order by due_at limit $4) d join ${name} q on q.ctid = d.place
    for update of q skip locked
  ), claimed as (
    update ${name} q
    set state = '${underWay}', attempts = q.attempts + 1, lease = uuidv7(),
      due_at = c.at + make_interval(secs => $5::float8)
    from locked l cross join clock c
    where q.ctid = l.place and q.state = '${ready}'
    returning ${lineOf(table, "q")}, q.${id}, ${columns}, c.at
  )`;
}

/** Extends leases that are still held; answers which those are. */
export function renewLeases(
  table: Table,
  held: readonly { team_id: string; id: string; lease: string }[],
  leaseS: number,
  clockShiftS: number,
): Statement {
  const { name, id } = table;
  return {
    name: `${titleOf(table)}_renew`,
    text: `update ${name} q
      set due_at = clock_timestamp() + make_interval(secs => $4::float8 + $5::float8)
      from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as h (team_id, id, lease)
      where q.team_id = h.team_id and q.${id} = h.id and q.lease = h.lease
      returning q.lease`,
    values: [
      held.map((job) => job.team_id),
      held.map((job) => job.id),
      held.map((job) => job.lease),
      leaseS,
      clockShiftS,
    ],
  };
}

/** Runs what a queue prepares before a claim. */
export function prepareClaim(table: Table, text: string, clockShiftS: number): Statement {
  return { name: `${titleOf(table)}_prepare`, text, values: [clockShiftS] };
}
