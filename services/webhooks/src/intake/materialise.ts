import type { SystemDatabase, SystemTx } from "@jst/db";
import { eventTypeOf, type DeliveredEvent } from "@jst/events";
import { Batcher } from "@jst/jobs";
import { dueSignal, lineSignal } from "../delivery/due-signal.ts";
import { attemptsMaxOf } from "../delivery/schedule.ts";
import { HAS_DEMAND, judgeEvents } from "./judge-events.ts";

/** Events of one team in their order. */
export interface TeamEvents {
  teamId: string;
  events: readonly DeliveredEvent[];
}

/** Bytes of payloads that one transaction stores, about. */
const bytesMax = 4 * 1024 * 1024;
/** Wait for further events: those that the relay sends together arrive from several partitions. */
const lingerMs = 3;
/** Memory of a delivery besides its payload. */
const rowBytes = 256;

/** Intake of events into the queue. Events of several teams that arrive together share a transaction. */
export class Intake {
  readonly #batcher: Batcher<TeamEvents, undefined>;

  constructor(database: SystemDatabase) {
    this.#batcher = new Batcher<TeamEvents, undefined>(
      async (teams) => {
        await materialise(database, teams);
        return teams.map(() => undefined);
      },
      { weightMax: bytesMax, weightOf, lingerMs },
    );
  }

  /** Resolves once the deliveries of a team's events are stored. */
  async take(team: TeamEvents): Promise<void> {
    await this.#batcher.add(team);
  }
}

function weightOf({ events }: TeamEvents): number {
  return events.reduce((sum, { payload }) => sum + payload.length + rowBytes, 0);
}

/**
 * Stores a delivery for each event and endpoint that subscribes to it, in the order of the events. Returns the number
 * of new ones.
 *
 * Within a team, created_at increases strictly in the order of the commits. The transaction locks the head of the team
 * until it ends, and reads the clock under that lock. So a reader that has read up to a created_at never misses an
 * earlier delivery (events.feed-order). Kafka may send events again much later (ADR 23). A delivery that is stored
 * already stays as it is, and an endpoint gets no event that is older than the endpoint.
 */
export async function materialise(database: SystemDatabase, teams: readonly TeamEvents[]): Promise<number> {
  const { added, lined } = await database.transaction(async (tx) => {
    const receiving = await lockHeads(tx, teams);
    const rows = teams.flatMap(({ teamId, events }) => (receiving.has(teamId) ? events.flatMap(posted) : []));
    if (rows.length === 0) return NOTHING;
    const judged = await judgeEvents(tx, rows);
    const column = (pick: (event: DeliveredEvent) => string | null) => rows.map(pick);
    const [counted] = await tx.last<{ added: number; lined: number }>({
      name: "materialise",
      text: insertDeliveries,
      values: [
        column(({ teamId }) => teamId),
        column(({ id }) => id),
        column(({ type }) => type),
        column(({ payload }) => payload),
        column(({ traceparent }) => traceparent ?? null),
        column(({ storedAt }) => storedAt ?? null),
        judged.map(({ passed }) => `{${passed.join(",")}}`),
        judged.map(({ refused }) => `{${refused.join(",")}}`),
        column(aboutEndpoint),
      ],
      signal: dueSignal,
    });
    return counted ?? NOTHING;
  });
  if (lined > 0) lineSignal.ring();
  return added;
}

/** The event under its own name; nothing for a fact between services, which no endpoint gets (events.facts). */
function posted(event: DeliveredEvent): DeliveredEvent[] {
  const type = eventTypeOf(event);
  return type === undefined ? [] : [{ ...event, type }];
}

/** Returns the endpoint that an event is about: it gets no event about itself (events.failing). */
function aboutEndpoint({ type, payload }: DeliveredEvent): string | null {
  if (type !== "webhook.failing" && type !== "webhook.recovered") return null;
  const { data } = JSON.parse(payload) as { data?: { object?: { id?: string } } };
  return data?.object?.id ?? null;
}

const NOTHING = { added: 0, lined: 0 };

/** Locks the heads of the teams that have endpoints, by team_id to avoid deadlocks, and returns these teams. */
async function lockHeads(tx: SystemTx, teams: readonly TeamEvents[]): Promise<ReadonlySet<string>> {
  const locked = await tx.query<{ team_id: string }>({
    name: "lock_feed_heads",
    text: lockFeedHeads,
    values: [teams.map(({ teamId }) => teamId)],
  });
  return new Set(locked.map(({ team_id }) => team_id));
}

const lockFeedHeads = `insert into feed_heads as h (team_id, last_created_at)
  select distinct t.team_id, '-infinity'::timestamptz
  from unnest($1::uuid[]) as t (team_id)
  where exists (select from endpoints e where e.team_id = t.team_id and e.deleted_at is null)
  order by t.team_id
  on conflict (team_id) do update set last_created_at = h.last_created_at
  returning team_id`;

/** Largest expected difference between the clocks of the databases that store events and endpoints. */
const clockSlack = "interval '10 seconds'";

// An endpoint that got its filter after the events were judged receives them if it was there before: it had none then.
const insertDeliveries = `with incoming as materialized (
    select team_id, event_id, type, payload, traceparent, stored_at, passed::uuid[], refused::uuid[], about, place
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[], $8::text[],
      $9::uuid[])
      with ordinality as e (team_id, event_id, type, payload, traceparent, stored_at, passed, refused, about, place)
  ), wanted as (
    select i.*, e.id as endpoint_id, ${attemptsMaxOf("e")} as attempts_max,
      row_number() over (partition by i.team_id order by i.place, e.created_at, e.id) as n
    from incoming i
    join endpoints e on e.team_id = i.team_id and e.enabled and e.deleted_at is null and e.events && array[i.type, regexp_replace(i.type, '[^.]*$', '*'), '*']
      and (i.stored_at is null or e.created_at <= i.stored_at + ${clockSlack})
      and e.id is distinct from i.about
    where not ${HAS_DEMAND} or e.id = any (i.passed) or e.version > 1 and not e.id = any (i.refused)
  ), clock as materialized (
    select clock_timestamp() as at
  ), placed as (
    select w.*, greatest(h.last_created_at + interval '1 microsecond', c.at) + (w.n - 1) * interval '1 microsecond' as at,
      c.at + (w.n - 1) * interval '1 microsecond' as due_at
    from wanted w cross join clock c join feed_heads h on h.team_id = w.team_id
  ), added as (
    insert into deliveries
      (team_id, endpoint_id, event_id, type, payload, traceparent, created_at, next_attempt_at, attempts_max)
    select team_id, endpoint_id, event_id, type, payload::json, traceparent, at, due_at, attempts_max from placed order by team_id, n
    on conflict (team_id, endpoint_id, event_id) do nothing
    returning team_id, id, endpoint_id, created_at, next_attempt_at, octet_length(payload::text) as bytes
  ), queued as (
    insert into queue (team_id, delivery_id, endpoint_id, due_at, place, bytes)
    select team_id, id, endpoint_id, next_attempt_at, created_at, bytes from added
    returning state
  ), moved as (
    update feed_heads h set last_created_at = a.last_created_at
    from (select team_id, max(created_at) as last_created_at from added group by team_id) a
    where h.team_id = a.team_id
  )
  select count(*)::int as added, (count(*) filter (where state <> 'ready'))::int as lined from queued`;
