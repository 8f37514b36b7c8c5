import type { LeasedSession, Row } from "@jst/db";
import type { Acknowledged } from "./acknowledged.ts";

/** How far a relay has come: a row of the outbox by transaction and sequence. */
export interface Position {
  xid: string;
  seq: string;
}

/** An event as it was stored. */
export interface OutboxRow extends Row, Position {
  team_id: string;
  id: string;
  type: string;
  payload: string;
  traceparent: string | null;
  /** RFC 3339, microseconds: the clock of the producing database. */
  stored_at: string;
}

/** Position of a relay, and the acknowledgements of the broker up to it. */
export interface Progress {
  position: Position;
  acknowledged: Acknowledged;
}

/** Before the first event. */
export const beginning: Position = { xid: "0", seq: "0" };

/** Returns the position at which the relay of the topic continues. */
export async function findProgress(session: LeasedSession, topic: string): Promise<Progress> {
  const text = "select xid::text, seq::text, acknowledged from relay_position where topic = $1";
  const [row] = await session.query<Row & Position & { acknowledged: Acknowledged }>({
    text,
    values: [topic],
  });
  if (row === undefined) return { position: beginning, acknowledged: {} };
  return { position: { xid: row.xid, seq: row.seq }, acknowledged: row.acknowledged };
}

/** Events to send next, and how far the outbox is sent once they are. */
export interface Batch {
  /** In the order in which they were stored. */
  rows: OutboxRow[];
  end: Position;
  /** There may be more. */
  isFull: boolean;
}

/**
 * Finds events after the position, at most `limit` of them in the order of (xid, seq). It reads transactions that are
 * older than any running one: a running one could still commit an event before one already read (events.relay).
 *
 * The events go out by seq, with events of younger transactions that were stored before one of them. A writer draws its
 * seq while it has locked the object's row, but may have its xid since before it waited for that lock. An event that is
 * sent ahead in this way is sent again when its turn comes, and then skipped.
 */
export async function findBatch(session: LeasedSession, after: Position, limit: number): Promise<Batch> {
  const found = await session.query<OutboxRow & { is_ahead: boolean }>({
    name: "outbox_after",
    text: nextBatch,
    values: [after.xid, after.seq, limit, 5 * limit],
  });
  const due = found.filter(({ is_ahead: isAhead }) => !isAhead);
  const end = due.reduce<Position>((last, row) => (isBefore(last, row) ? row : last), after);
  return { rows: found, end: { xid: end.xid, seq: end.seq }, isFull: due.length === limit };
}

function isBefore(one: Position, other: Position): boolean {
  const [a, b] = [BigInt(one.xid), BigInt(other.xid)];
  return a < b || (a === b && BigInt(one.seq) < BigInt(other.seq));
}

const nextBatch = `with due as materialized (
    select o.*, false as is_ahead from outbox o
    where (o.xid, o.seq) > ($1::xid8, $2::bigint) and o.xid < pg_snapshot_xmin(pg_current_snapshot())
    order by o.xid, o.seq
    limit $3
  ), ahead as (
    select next.* from (
      select o.*, true as is_ahead
      from (select xid, seq from due order by xid desc, seq desc limit 1) last
      cross join lateral (
        select * from outbox o where (o.xid, o.seq) > (last.xid, last.seq) order by o.xid, o.seq limit $4
      ) o
    ) next
    where next.seq < (select max(seq) from due)
  )
  select team_id, id, type, payload::text as payload, traceparent, xid::text as xid, seq::text as seq, is_ahead,
    to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as stored_at
  from (table due union all table ahead) b
  order by b.seq`;

/** The first event after the position, whether or not it waits for an older transaction to end. */
export async function findFirst(
  session: LeasedSession,
  after: Position,
): Promise<Pick<OutboxRow, "id"> | undefined> {
  const [row] = await session.query<Row & { id: string }>({
    name: "outbox_first",
    text: "select id from outbox o where (o.xid, o.seq) > ($1::xid8, $2::bigint) order by o.xid, o.seq limit 1",
    values: [after.xid, after.seq],
  });
  return row;
}

/** Records that the broker has everything up to the position, and that the relay works. */
export async function recordProgress(
  session: LeasedSession,
  topic: string,
  { position: { xid, seq }, acknowledged }: Progress,
): Promise<void> {
  await session.query({
    name: "relay_move",
    text: `insert into relay_position as p (topic, xid, seq, acknowledged) values ($1, $2::xid8, $3::bigint, $4::jsonb)
      on conflict (topic) do update set xid = excluded.xid, seq = excluded.seq, acknowledged = excluded.acknowledged,
        moved_at = clock_timestamp(), fault = null, fault_at = null`,
    values: [topic, xid, seq, JSON.stringify(acknowledged)],
  });
}

/** Records why the relay cannot go on, null that it can. */
export async function recordFault(
  session: LeasedSession,
  topic: string,
  fault: string | null,
): Promise<void> {
  await session.query({
    name: "relay_fault",
    text: `insert into relay_position as p (topic, xid, seq, fault, fault_at)
      values ($1, '0', 0, $2::text, case when $2::text is not null then clock_timestamp() end)
      on conflict (topic) do update set fault = excluded.fault, fault_at = excluded.fault_at
        where p.fault is distinct from excluded.fault`,
    values: [topic, fault],
  });
}

/**
 * Takes the position to which an operator wants the relay to return, once; undefined if there is none. Never forward:
 * unsent events before it stay to be sent.
 */
export async function takeReplay(session: LeasedSession, topic: string): Promise<Position | undefined> {
  const [row] = await session.query<Row & Position>({
    name: "relay_replay",
    text: `with asked as (
        update relay_position p set replay_from = null
        where p.topic = $1 and p.replay_from is not null
        returning old.replay_from, p.xid, p.seq
      )
      select coalesce(f.xid, a.xid)::text as xid, coalesce(f.seq, a.seq)::text as seq
      from asked a left join lateral (
        select o.xid, o.seq - 1 as seq from outbox o
        where o.created_at >= a.replay_from and (o.xid, o.seq - 1) < (a.xid, a.seq)
        order by o.xid, o.seq limit 1
      ) f on true`,
    values: [topic],
  });
  return row;
}

/** Removes some events that the broker has and that are older than a week; younger ones the relay may not remove. */
export async function reapOutbox(session: LeasedSession, upTo: Position): Promise<void> {
  await session.query({
    name: "outbox_reap",
    text: `delete from outbox o using (
        select team_id, id from outbox where (xid, seq) <= ($1::xid8, $2::bigint)
          and created_at < now() - interval '7 days'
        order by xid, seq limit 5000
      ) old where o.team_id = old.team_id and o.id = old.id`,
    values: [upTo.xid, upTo.seq],
  });
}
