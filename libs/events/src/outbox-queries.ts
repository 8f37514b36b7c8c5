import type { LeasedSession, Row } from "@jst/db";

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
}

/** Where the relay of the topic goes on. */
export async function findPosition(session: LeasedSession, topic: string): Promise<Position> {
  const text = "select xid::text, seq::text from relay_position where topic = $1";
  const rows = await session.query<Row & Position>({ text, values: [topic] });
  return rows[0] ?? { xid: "0", seq: "0" };
}

/**
 * Events after the position, in order. Only those of transactions older than any that still runs: what such a
 * one commits later could stand before a row already read (delivery 1).
 */
export function findOutboxRows(session: LeasedSession, after: Position, limit: number): Promise<OutboxRow[]> {
  return session.query<OutboxRow>({
    name: "outbox_after",
    text: `select team_id, id, type, payload::text as payload, traceparent, xid::text as xid, seq::text as seq
      from outbox o
      where (o.xid, o.seq) > ($1::xid8, $2::bigint) and o.xid < pg_snapshot_xmin(pg_current_snapshot())
      order by o.xid, o.seq
      limit $3`,
    values: [after.xid, after.seq, limit],
  });
}

/** Whether events after the position wait for an older transaction to end. */
export async function hasUnsettled(session: LeasedSession, after: Position): Promise<boolean> {
  const [row] = await session.query<{ is_there: boolean }>({
    name: "outbox_unsettled",
    text: "select exists (select from outbox o where (o.xid, o.seq) > ($1::xid8, $2::bigint)) as is_there",
    values: [after.xid, after.seq],
  });
  return row?.is_there === true;
}

/** Records that the broker has everything up to the position. */
export async function movePosition(
  session: LeasedSession,
  topic: string,
  { xid, seq }: Position,
): Promise<void> {
  await session.query({
    name: "relay_move",
    text: `insert into relay_position as p (topic, xid, seq) values ($1, $2::xid8, $3::bigint)
      on conflict (topic) do update set xid = excluded.xid, seq = excluded.seq, moved_at = clock_timestamp()`,
    values: [topic, xid, seq],
  });
}
