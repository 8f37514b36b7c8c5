import {
  type Database,
  type LeasedSession,
  type Row,
  type RunningWork,
  startClock,
  systemContext,
  type TeamContext,
  type TeamTx,
} from "@jst/db";
import { publish } from "@jst/events";
import { BOOKING, type ChangedBooking } from "../bookings/booking.ts";
import type { Logger } from "@jst/telemetry";
import { type Notifier, notifyBooking } from "../bookings/notify.ts";

/** Wait after a failure, and between two looks at whether the lease has become free. */
const RETRY_MS = 2_000;
/** Wait between two passes; with the time in which a dead holder loses the lease it is well within a minute. */
const PASS_MS = 10_000;

/** Options of the clock. */
export interface ClockOptions {
  /** Connection of role scheduling_worker. */
  connectionString: string;
  database: Database;
  /** Tells of what is soon. */
  notifier: Notifier;
  logger: Logger;
}

/**
 * Completes each booking within a minute of its end (scheduling.completed), and reminds of those that are soon
 * (scheduling.reminders). Of all processes of the service one does so
 * at a time; it remembers nothing, so after a standstill it catches up.
 */
export function startBookingClock({
  connectionString,
  database,
  notifier,
  logger,
}: ClockOptions): RunningWork {
  const onFault = (error: unknown, teamId: string) =>
    logger.error(
      { error, team_id: teamId },
      "bookings of a team were not completed or reminded; the next pass retries",
    );
  return startClock({
    connectionString,
    applicationName: "scheduling_worker",
    lease: "scheduling completed bookings",
    timeoutMs: CLOCK_MS,
    retryMs: RETRY_MS,
    passMs: PASS_MS,
    pass: async (session) => {
      const parts = { session, database, onFault };
      const isMore = [await completeEnded(parts), await sendReminders(parts, notifier)];
      return isMore.includes(true);
    },
    onFailure: (error) => logger.error({ error }, "the clock of bookings failed and will retry"),
  });
}

/** Longest time one statement may take. */
export const CLOCK_MS = 10_000;

/** Parts of the clock; the session is of scheduling_worker. */
export interface ClockParts {
  session: Pick<LeasedSession, "query">;
  database: Database;
  /** Called when the pass fails for a team; the next pass tries it again. */
  onFault: (error: unknown, teamId: string) => void;
}

/** Makes the context in which the clock writes for a team. */
export const clockContext = (teamId: string): TeamContext =>
  systemContext(teamId, { requestId: "scheduling-clock", timeoutMs: CLOCK_MS });

/** Bookings that one transaction completes. */
const ENDED_BATCH = 200;

/**
 * SQL of the teams with bookings that have ended. PostgreSQL uses an index only with a time that is fixed during the
 * statement, so this is not clock_timestamp().
 */
export const TEAMS_ENDED = `select distinct team_id from scheduling.bookings
where status = 'booked' and "end" <= statement_timestamp()`;

/**
 * Completes bookings that have ended (scheduling.completed). Each team gets one batch, so that no team waits for all
 * bookings of another. Returns true if a batch was full, so that the caller continues at once. The next pass takes the
 * bookings that another transaction locks.
 */
export async function completeEnded({ session, database, onFault }: ClockParts): Promise<boolean> {
  const teams = await session.query<{ team_id: string }>({
    text: TEAMS_ENDED,
    values: [],
  });
  let isMore = false;
  for (const { team_id: teamId } of teams)
    try {
      isMore = (await completeBatch(database, teamId)) === ENDED_BATCH || isMore;
    } catch (error) {
      onFault(error, teamId);
    }
  return isMore;
}

async function completeBatch(database: Database, teamId: string): Promise<number> {
  const { result } = await database.write(clockContext(teamId), async (tx) => {
    const ended = await tx.query<ChangedBooking & Row>({
      name: "scheduling.bookings.complete",
      text: `update scheduling.bookings t
set status = 'completed', updated_at = clock_timestamp(), version = t.version + 1
where t.team_id = $1 and t.id = any(array(
  select b.id from scheduling.bookings b
  where b.team_id = $1 and b.status = 'booked' and b."end" <= statement_timestamp()
  order by b."end" limit $2 for no key update skip locked
)) returning t.id, ${BOOKING}::text as body`,
      values: [teamId, ENDED_BATCH],
    });
    for (const { id, body } of ended)
      publish(tx, { type: "booking.completed", id, object: body, previous: { status: "booked" } });
    return ended;
  });
  return result.length;
}

/** Bookings that one transaction reminds of. */
const REMINDERS_BATCH = 50;

/** Times at which reminders of a booking `b` of an event type `e` are due and were not sent (scheduling.reminders). */
const DUE = `from scheduling.bookings b
join scheduling.event_types e on e.team_id = b.team_id and e.id = b.event_type_id and e.reminders_minutes <> '{}'
cross join lateral (select b.start - make_interval(mins => m) as at from unnest(e.reminders_minutes) m) due
where b.status = 'booked' and b.told
  and b.start > statement_timestamp() and b.start <= statement_timestamp() + interval '10080 minutes'
  and due.at <= statement_timestamp() and due.at >= b.placed_at and due.at >= e.reminders_since
  and not exists (select from scheduling.reminders r
    where r.team_id = b.team_id and r.booking_id = b.id and r.due_at = due.at)`;

/** Teams in which some are due. */
export const TEAMS_DUE = `select distinct b.team_id ${DUE}`;

/**
 * Reminds of bookings that are soon (scheduling.reminders), of each team one batch; answers whether there is more that
 * can be done at once. What was sent is noted with the mail, so that it is sent once whatever is killed.
 */
export async function sendReminders(
  { session, database, onFault }: ClockParts,
  notifier: Notifier,
): Promise<boolean> {
  const teams = await session.query<{ team_id: string }>({
    text: TEAMS_DUE,
    values: [],
  });
  let isMore = false;
  for (const { team_id: teamId } of teams)
    try {
      isMore = (await remindBatch(database, teamId, notifier)) === REMINDERS_BATCH || isMore;
    } catch (error) {
      onFault(error, teamId);
    }
  return isMore;
}

async function remindBatch(database: Database, teamId: string, notifier: Notifier): Promise<number> {
  const { result } = await database.write(clockContext(teamId), async (tx) => {
    const { ids, hosts } = await takeDue(tx);
    // All hosts at once, so that one reading is enough.
    notifier.hosts.recall(tx.context, hosts);
    for (const id of ids) await notifyBooking(tx, id, { change: "reminder", notify: true }, notifier);
    return ids.length;
  });
  return result;
}

/** Notes what is due as sent. Several of one booking, after a standstill, are one reminder. */
async function takeDue(tx: TeamTx): Promise<{ ids: string[]; hosts: string[] }> {
  const { teamId } = tx.context;
  const held = await tx.query<{ id: string; host_id: string }>({
    name: "scheduling.reminders.hold",
    text: `select h.id, h.host_id from scheduling.bookings h where h.team_id = $1 and h.id = any(array(
  select distinct b.id ${DUE} and b.team_id = $1 limit $2
)) order by h.id for no key update skip locked`,
    values: [teamId, REMINDERS_BATCH],
  });
  const taken = await tx.query<{ booking_id: string }>({
    name: "scheduling.reminders.take",
    text: `insert into scheduling.reminders (team_id, booking_id, due_at)
select b.team_id, b.id, due.at ${DUE} and b.team_id = $1 and b.id = any($2::uuid[])
on conflict do nothing returning booking_id`,
    values: [teamId, held.map(({ id }) => id)],
  });
  const ids = new Set(taken.map(({ booking_id: id }) => id));
  const hosts = held.filter(({ id }) => ids.has(id)).map(({ host_id: host }) => host);
  return { ids: [...ids], hosts };
}
