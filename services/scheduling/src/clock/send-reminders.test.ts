import { Database, LeasedSession } from "@jst/db";
import type { FactPayload } from "@jst/events";
import { human, testCaller, testTeam } from "@jst/testing";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { notified } from "../testing/notified.ts";
import { at, bookingsOf } from "../testing/test-bookings.ts";
import { testScheduling } from "../testing/test-scheduling.ts";
import { sendReminders } from "./clock.ts";

const { database: own, door, sql, notifier, strangers, passTime } = await testScheduling();
const { typeOf, book, cancel, move } = bookingsOf(door);
const options = { poolSize: 2, applicationName: "test", changesetPrefix: "scheduling" };
const database = new Database({ connectionString: own.url, ...options });
after(() => database.close());
const session = await LeasedSession.open({
  connectionString: own.urlOf("scheduling_worker"),
  applicationName: "test",
  lease: "test reminders",
  timeoutMs: 10_000,
});
after(() => session.close());

/** One pass; answers the teams that could not be served. */
async function pass(by = notifier): Promise<string[]> {
  const failed: string[] = [];
  await sendReminders({ session, database, onFault: (_error, id) => failed.push(id) }, by);
  return failed;
}

/** Has the booking begin in so many minutes, made or moved so many minutes ago. */
const begin = (id: string, minutes: number, placedAgo = 20_000) =>
  sql(
    `update scheduling.bookings set start = start - d, "end" = "end" - d, held_from = held_from - d, held_to = held_to - d,
  placed_at = now() - make_interval(mins => $3)
from (select start - now() - make_interval(mins => $2) as d from scheduling.bookings where id = $1) s where id = $1`,
    [id, minutes, placedAgo],
  );

/** Recipients of the team's reminders, in the order in which they were sent. */
async function reminded(teamId: string): Promise<string[][]> {
  const rows = await sql<{ payload: FactPayload<"booking.changed"> }>(
    "select payload from scheduling.outbox where team_id = $1 and type = 'booking.changed' order by seq",
    [teamId],
  );
  return rows
    .filter(({ payload }) => payload.data.change === "reminder")
    .map(({ payload }) => notified(payload).mails.map(({ to }) => to));
}

/** A booking of an event type that reminds an hour and a day before, at ten o'clock of the 30th day from now. */
async function booked(body: object = {}, reminders_minutes = [60, 1_440]) {
  const caller = testCaller();
  const type = await typeOf(caller, { reminders_minutes });
  const { body: made } = await book(caller, type.id, at(30, "10:00"), body);
  return { caller, type, id: made.id as string, sent: () => reminded(caller.team_id) };
}

test("a reminder that an event type gets when its time is past is not sent; the others are", async () => {
  const { caller, type, id, sent } = await booked({}, [60]);
  await begin(id, 1_000);
  await door.call("UpdateEventType", {
    caller,
    path: { event_type_id: type.id },
    body: { reminders_minutes: [60, 1_440] },
  });
  await pass();
  assert.deepEqual(await sent(), []);
  await begin(id, 60);
  await sql("update scheduling.event_types set reminders_since = reminders_since - interval '1 minute'", []);
  await pass();
  assert.deepEqual(await sent(), [["ada@example.com"]]);
});

test("attendee and guests are reminded once at each time, and the host is not", async () => {
  const { id, sent } = await booked({ guests: ["bo@example.org"] });
  const everybody = ["ada@example.com", "bo@example.org"];
  await pass();
  assert.deepEqual(await sent(), []);
  await begin(id, 1_441);
  await pass();
  assert.deepEqual(await sent(), []);
  await begin(id, 1_439);
  await pass();
  await pass();
  assert.deepEqual(await sent(), [everybody]);
  await begin(id, 59);
  await Promise.all([pass(), pass(), pass()]);
  assert.deepEqual(await sent(), [everybody, everybody]);
});

test("after a standstill several reminders are one; of what has begun there is none", async () => {
  const [late, begun] = [await booked(), await booked()];
  await begin(late.id, 30);
  await begin(begun.id, -1);
  await pass();
  await pass();
  assert.equal((await late.sent()).length, 1);
  assert.deepEqual(await begun.sent(), []);
});

test("nobody is reminded of what is cancelled, of what nobody was told, or where no reminders are set", async () => {
  const [cancelled, quiet, none] = [await booked(), await booked({ notify: false }), await booked({}, [])];
  await cancel(cancelled.caller, cancelled.id);
  for (const { id } of [cancelled, quiet, none]) await begin(id, 30);
  await pass();
  for (const { sent } of [cancelled, quiet, none]) assert.deepEqual(await sent(), []);
});

test("who books later than a reminder was due gets the later one alone; who was told of a move is reminded", async () => {
  const late = await booked();
  await begin(late.id, 300, 10);
  await pass();
  assert.deepEqual(await late.sent(), []);
  await begin(late.id, 59, 300);
  await pass();
  assert.equal((await late.sent()).length, 1);
  const told = await booked({ notify: false });
  await move(told.caller, told.id, at(30, "11:00"));
  await begin(told.id, 30);
  await pass();
  assert.equal((await told.sent()).length, 1);
});

test("a booking that moves counts from its move on: what was due before is not sent, what comes is", async () => {
  const { caller, id, sent } = await booked();
  await begin(id, 90);
  await move(caller, id, at(31, "10:00"));
  const [row] = await sql<{ fresh: boolean }>(
    "select placed_at > now() - interval '1 minute' as fresh from scheduling.bookings where id = $1",
    [id],
  );
  assert.equal(row?.fresh, true);
  await pass();
  assert.deepEqual(await sent(), []);
  await begin(id, 1_430, 2_000);
  await pass();
  assert.equal((await sent()).length, 1);
});

test("a pass that is killed before its end has sent nothing, and the next one sends once; a team that fails keeps nobody", async () => {
  const [broken, other] = [await booked(), await booked()];
  for (const { id } of [broken, other]) await begin(id, 30);
  const dying: typeof notifier = {
    ...notifier,
    hosts: {
      recall: (context, ids) => {
        if (context.teamId === broken.caller.team_id) throw new Error("killed");
        return notifier.hosts.recall(context, ids);
      },
    },
  };
  assert.deepEqual(await pass(dying), [broken.caller.team_id]);
  assert.deepEqual([(await broken.sent()).length, (await other.sent()).length], [0, 1]);
  assert.deepEqual(await pass(), []);
  assert.deepEqual([(await broken.sent()).length, (await other.sent()).length], [1, 1]);
});

test("if the host has left the team, no reminder is sent or tried again", async () => {
  const { id, type, sent } = await booked();
  await begin(id, 30);
  strangers.add(type.host_id);
  passTime(60_000);
  await pass();
  strangers.delete(type.host_id);
  await pass();
  assert.deepEqual(await sent(), []);
});

test("the undo of a booking of which nobody was told tells nobody; a later change that told counts", async () => {
  const { service: caller } = testTeam();
  const { undo } = bookingsOf(door);
  const admin = human(caller.team_id, "admin");
  const type = await typeOf(caller);
  const quiet = await book(caller, type.id, at(3, "10:00"), { notify: false });
  assert.equal((await undo(quiet, admin)).status, 200);
  const facts = () =>
    sql<object>("select from scheduling.outbox where team_id = $1 and type = 'booking.changed'", [
      caller.team_id,
    ]);
  assert.equal((await facts()).length, 0);
  const loud = await book(caller, type.id, at(3, "12:00"));
  assert.equal((await undo(loud, admin)).status, 200);
  assert.equal((await facts()).length, 2);
});
