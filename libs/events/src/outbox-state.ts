import { one, instant, type LeasedSession, type Row } from "@jst/db";
import { eventTopic } from "./topics.ts";

/** Outbox of a service, over a connection of role `<service>_relay`. */
export interface OutboxOf {
  session: Pick<LeasedSession, "query">;
  service: string;
  topicPrefix: string;
}

/** Why events wait for longer than they should. */
export type StallReason = "nobody_relays" | "fault" | "older_transaction" | "slow";

/** An outbox as its operator sees it; times are RFC 3339. */
export interface OutboxState {
  state: "working" | "stalled";
  reason: StallReason | null;
  fault: string | null;
  fault_at: string | null;
  relaying: boolean;
  unsent: number;
  oldest_unsent_at: string | null;
  /** Seconds. */
  oldest_unsent_age: number;
  moved_at: string | null;
  replay_from: string | null;
}

/** Events that a replay sends again. */
export interface Replay {
  events: number;
  first_at: string | null;
}

/** Name of the lease that a service's working relay holds. */
export function relayLease(service: string): string {
  return `${service}.relay`;
}

/** Events are counted up to here: an answer comes in time whatever has piled up. */
const countMax = 100_000;
/** A relay that was killed, stopped or cut off is replaced within this time (ADR 23). */
const patienceS = 10;

/**
 * How far the relay is, what waits, and why. A fault is one at once; else it is stalled when an event waits over 10 s.
 */
export async function outboxState({ session, service, topicPrefix }: OutboxOf): Promise<OutboxState> {
  const row = one(
    await session.query<Row & Omit<OutboxState, "state" | "reason"> & { is_held: boolean }>({
      text: stateOf,
      values: [eventTopic(service, topicPrefix), relayLease(service), countMax],
    }),
  );
  const { is_held: isHeld, ...seen } = row;
  const reason = reasonOf(seen, isHeld);
  return { state: reason === null ? "working" : "stalled", reason, ...seen };
}

function reasonOf(
  { fault, relaying, oldest_unsent_age: ageS }: Pick<OutboxState, "fault" | "relaying" | "oldest_unsent_age">,
  isHeld: boolean,
): StallReason | null {
  if (fault !== null) return "fault";
  if (ageS <= patienceS) return null;
  if (!relaying) return "nobody_relays";
  return isHeld ? "older_transaction" : "slow";
}

/** Has the relay go back to the first event stored at the time or later; it never goes forward, past what is unsent. */
export async function replayOutbox(
  { session, service, topicPrefix }: OutboxOf,
  since: string,
): Promise<Replay> {
  const [row] = await session.query<Row & Replay>({
    text: askReplay,
    values: [eventTopic(service, topicPrefix), since, countMax],
  });
  return { events: row?.events ?? 0, first_at: row?.first_at ?? null };
}

// A lease is an advisory lock, whose 64 bits pg_locks shows in two halves.
const stateOf = `select p.fault, ${instant("p.fault_at")} as fault_at,
    exists (
      select from pg_locks l
      where l.locktype = 'advisory' and l.granted and l.objsubid = 1
        and l.database = (select oid from pg_database where datname = current_database())
        and l.classid::bigint = (hashtextextended($2, 0) >> 32) & 4294967295
        and l.objid::bigint = hashtextextended($2, 0) & 4294967295
    ) as relaying,
    waiting.count as unsent, ${instant("oldest.created_at")} as oldest_unsent_at,
    coalesce(extract(epoch from greatest(clock_timestamp() - oldest.created_at, '0')), 0)::float8 as oldest_unsent_age,
    coalesce(oldest.xid >= pg_snapshot_xmin(pg_current_snapshot()), false) as is_held,
    ${instant("case when p.xid <> '0' then p.moved_at end")} as moved_at, ${instant("p.replay_from")} as replay_from
  from (select $1::text as topic) asked
  left join relay_position p using (topic)
  left join lateral (
    select count(*)::int as count from (
      select from outbox o where (o.xid, o.seq) > (coalesce(p.xid, '0'), coalesce(p.seq, 0)) limit $3
    ) u
  ) waiting on true
  left join lateral (
    select o.created_at, o.xid from outbox o
    where (o.xid, o.seq) > (coalesce(p.xid, '0'), coalesce(p.seq, 0)) order by o.xid, o.seq limit 1
  ) oldest on true`;

const askReplay = `with again as (
    select (select count(*)::int from (select from outbox where created_at >= $2::timestamptz limit $3) o) as events,
      (
        select ${instant("o.created_at")} from outbox o
        where o.created_at >= $2::timestamptz order by o.xid, o.seq limit 1
      ) as first_at
  ), asked as (
    insert into relay_position as p (topic, xid, seq, replay_from)
    select $1, '0', 0, $2::timestamptz from again where again.events > 0
    on conflict (topic) do update set replay_from = least(p.replay_from, excluded.replay_from)
  )
  select events, first_at from again`;
