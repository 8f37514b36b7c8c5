import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller, until, withClient } from "@jst/testing";
import { at, bookingsOf, everyDay, soon } from "../testing/test-bookings.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const { database, door, sql } = await testScheduling();
const { typeOf, book, slots } = bookingsOf(door);

test("who loses to a writer that holds no lock, by the constraint alone, is told of the next free slots too", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const { body: other } = await book(caller, type.id, at(4, "10:00"));
  const losing = await withClient(database.superuserUrl, async (client) => {
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    // A booking of another day; nobody sees its move to the wanted slot before the commit.
    await client.query(
      `update scheduling.bookings set start = start - d, "end" = "end" - d, held_from = held_from - d, held_to = held_to - d
from (select interval '1 day' as d) s where id = $1`,
      [other.id],
    );
    const reply = book(caller, type.id, at(3, "10:00"));
    await until("the booking waits for the other writer", 20_000, async () => {
      const [row] = await sql<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'",
      );
      return row?.n === 1 ? row : undefined;
    });
    await client.query("commit");
    return reply;
  });
  assert.equal(losing.status, 409, JSON.stringify(losing.body));
  assert.equal(losing.body.code, "slot_unavailable");
  assert.deepEqual(
    losing.body.alternatives.map(({ start }: { start: string }) => start.slice(11, 16)),
    ["11:00", "12:00", "13:00"],
  );
  const rows = await sql("select from scheduling.bookings where team_id = $1", [caller.team_id]);
  assert.equal(rows.length, 1);
});

test("a completed booking keeps its time and its buffer from others, as one that is booked does", async () => {
  const caller = testCaller();
  const hours = { weekly: everyDay("00:00", "24:00") };
  const type = await typeOf(caller, { buffer_after_minutes: 60 }, hours);
  const { body: made } = await book(caller, type.id, at(3, "10:00"));
  await sql("update scheduling.bookings set status = 'completed' where id = $1", [made.id]);
  const over = { override_availability: true };
  assert.equal((await book(caller, type.id, at(3, "11:00"), over)).status, 409);
  assert.equal((await slots(caller, type.id, soon(3))).includes("11:00"), false);
  const insert = sql(
    `insert into scheduling.bookings (team_id, event_type_id, host_id, status, start, "end", held_from, held_to, timezone,
  duration_minutes, attendee, guests, location, answers, source, created_by_type, created_by_id)
select b.team_id, b.event_type_id, b.host_id, 'booked', b.start, b."end", b.held_from, b.held_to, b.timezone,
  b.duration_minutes, b.attendee, b.guests, b.location, b.answers, b.source, b.created_by_type, b.created_by_id
from scheduling.bookings b where b.id = $1`,
    [made.id],
  );
  await assert.rejects(insert, /bookings_apart/);
  assert.equal((await book(caller, type.id, at(3, "12:00"), over)).status, 201);
});
