import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { Database, LeasedSession } from "@jst/db";
import { createLogger } from "@jst/telemetry";
import { testCaller, until, withClient } from "@jst/testing";
import { at, bookingsOf, everyDay, fillHosts } from "../testing/test-bookings.ts";
import { testScheduling } from "../testing/test-scheduling.ts";
import { startBookingClock, completeEnded, TEAMS_ENDED, TEAMS_DUE } from "./clock.ts";

const scheduling = await testScheduling();
const { database: own, door, sql, notifier } = scheduling;
const { typeOf, book, get, cancel, move, noShow } = bookingsOf(door);
const connectionString = own.urlOf("scheduling_worker");
const options = { poolSize: 2, applicationName: "test", changesetPrefix: "scheduling" };
const database = new Database({ connectionString: own.url, ...options });
after(() => database.close());
const session = await LeasedSession.open({
  connectionString,
  applicationName: "test",
  lease: "test",
  timeoutMs: 10_000,
});
after(() => session.close());

/** One pass; answers the teams that could not be served. */
async function pass(): Promise<{ isMore: boolean; failed: string[] }> {
  const failed: string[] = [];
  const isMore = await completeEnded({ session, database, onFault: (_error, id) => failed.push(id) });
  return { isMore, failed };
}

/** Has the booking ended so many minutes ago. */
const end = (id: string, minutes: number) =>
  sql(
    `update scheduling.bookings set start = start - d, "end" = "end" - d, held_from = held_from - d, held_to = held_to - d
from (select "end" - now() + make_interval(mins => $2) as d from scheduling.bookings where id = $1) s where id = $1`,
    [id, minutes],
  );

test("of two processes one completes what has ended, once: its maker stays, its version grows by one", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const { body: ended } = await book(caller, type.id, at(3, "10:00"));
  const { body: ahead } = await book(caller, type.id, at(3, "12:00"));
  await end(ended.id, 1);
  const logger = createLogger("test", "error");
  const clocks = [1, 2].map(() => startBookingClock({ connectionString, database, notifier, logger }));
  const done = await until("the booking is completed", 20_000, async () => {
    const { body } = await get(caller, ended.id);
    return body.status === "completed" ? body : undefined;
  });
  for (const clock of clocks) await clock.stop();
  await pass();
  const { body: after_ } = await get(caller, ended.id);
  assert.deepEqual(after_, done);
  const { version, created_by, ical_sequence } = ended;
  assert.deepEqual(
    [done.version, done.created_by, done.ical_sequence],
    [Number(version) + 1, created_by, ical_sequence],
  );
  assert.deepEqual((await get(caller, ahead.id)).body, ahead);
});

test("what is cancelled or missed stays so, and a booking that runs is not completed", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const [gone, missed, running] = [
    (await book(caller, type.id, at(3, "10:00"))).body.id as string,
    (await book(caller, type.id, at(4, "10:00"))).body.id as string,
    (await book(caller, type.id, at(5, "10:00"))).body.id as string,
  ];
  await cancel(caller, gone);
  await end(gone, 500);
  await end(missed, 300);
  assert.equal((await noShow(caller, missed)).status, 200);
  await end(running, -30);
  await pass();
  const statuses = [];
  for (const id of [gone, missed, running]) statuses.push((await get(caller, id)).body.status as string);
  assert.deepEqual(statuses, ["cancelled", "no_show", "booked"]);
});

test("after a standstill all that has ended is completed, in batches; a team that fails keeps nobody else's, and follows", async () => {
  const [many, broken, last] = [testCaller(), testCaller(), testCaller()];
  const ids = new Map<string, string>();
  for (const caller of [many, broken, last]) {
    const type = await typeOf(caller);
    const { body } = await book(caller, type.id, at(3, "10:00"));
    await end(body.id, 5);
    ids.set(caller.team_id, body.id);
  }
  await sql(
    `insert into scheduling.bookings (team_id, event_type_id, host_id, status, start, "end", held_from, held_to, timezone,
  duration_minutes, attendee, guests, location, answers, source, created_by_type, created_by_id)
select b.team_id, b.event_type_id, b.host_id, 'booked', b.start - d, b."end" - d, b.start - d, b."end" - d, b.timezone,
  b.duration_minutes, b.attendee, b.guests, b.location, b.answers, b.source, b.created_by_type, b.created_by_id
from scheduling.bookings b, generate_series(1, 449) n, make_interval(hours => n) d where b.team_id = $1`,
    [many.team_id],
  );
  const left = async (caller = many) =>
    (
      await sql<{ count: number }>(
        "select count(*)::int from scheduling.bookings where team_id = $1 and status = 'booked'",
        [caller.team_id],
      )
    )[0]?.count;
  const run = (text: string) => withClient(own.superuserUrl, (client) => client.query(text));
  await run(`create function pg_temp_refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
create trigger a_refused before update on scheduling.bookings for each row
  when (new.team_id = '${broken.team_id}') execute function pg_temp_refuse()`);
  const { isMore, failed } = await pass();
  assert.deepEqual([isMore, failed], [true, [broken.team_id]]);
  assert.deepEqual([await left(), await left(broken), await left(last)], [250, 1, 0]);
  await run("drop trigger a_refused on scheduling.bookings");
  assert.deepEqual([(await pass()).isMore, await left()], [true, 50]);
  assert.deepEqual(await pass(), { isMore: false, failed: [] });
  assert.deepEqual([await left(), await left(broken)], [0, 0]);
  assert.equal((await get(broken, ids.get(broken.team_id) ?? "")).body.status, "completed");
});

test("the clock looks by an index for what has ended and what is soon, and not at what is far ahead", async () => {
  const [caller, host_id] = [testCaller(), randomUUID()];
  await fillHosts(scheduling, caller, { id: randomUUID(), host_id }, 5);
  await withClient(own.superuserUrl, (client) => client.query("vacuum analyze scheduling.bookings"));
  for (const text of [TEAMS_ENDED, TEAMS_DUE]) {
    const lines = await session.query<{ "QUERY PLAN": string }>({ text: `explain ${text}`, values: [] });
    const plan = lines.map((line) => line["QUERY PLAN"]).join("\n");
    assert.match(plan, / on bookings.*\n *Index Cond: .* <= \(?statement_timestamp/, plan);
    assert.doesNotMatch(plan, /Seq Scan on bookings/, plan);
  }
  await sql("delete from scheduling.bookings where team_id = $1", [caller.team_id]);
});

test("a completed booking is neither cancelled nor moved", async () => {
  const caller = testCaller();
  const type = await typeOf(
    caller,
    { buffer_after_minutes: 120, min_notice_minutes: 0 },
    { weekly: everyDay("00:00", "24:00") },
  );
  const { body: made } = await book(caller, type.id, at(3, "10:00"));
  const moved = await move(caller, made.id, at(-1, "10:00"), { override_availability: true });
  assert.equal(moved.status, 200, JSON.stringify(moved.body));
  await pass();
  assert.equal((await get(caller, made.id)).body.status, "completed");
  assert.equal((await cancel(caller, made.id)).body.code, "invalid_state_transition");
  assert.equal((await move(caller, made.id, at(3, "10:00"))).body.code, "invalid_state_transition");
});
