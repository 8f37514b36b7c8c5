import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { testCaller, until, withClient } from "@jst/testing";
import { findFacts } from "../availability/free-slots.ts";
import { at, bookingsOf, everyDay, fillHosts, soon } from "../testing/test-bookings.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const scheduling = await testScheduling();
const { database, door, sql } = scheduling;
const { typeOf, book, move, cancel, get, slots } = bookingsOf(door);
const caller = testCaller();
/** A quarter of what the host has; most is read for alternatives, within 14 days. */
const READ_MAX = 500;

let type = { id: "", host_id: "" };
before(async () => {
  await fillHosts(scheduling, testCaller(), { id: randomUUID(), host_id: randomUUID() }, 30);
  await withClient(database.superuserUrl, (client) => client.query("vacuum analyze scheduling.bookings"));
  // Statistics know nothing of the team whose bookings are read.
  type = await typeOf(caller, { max_per_day: 20 }, { weekly: everyDay("00:00", "24:00") });
  await fillHosts(scheduling, caller, type, 1);
});

test("slots of an event type are read by the indexes of its host and of its own bookings, by time", async () => {
  const { text, values } = findFacts(caller.team_id, { event_type_id: type.id }, { from: 0, to: 0 });
  const plan = await withClient(database.url, async (client) => {
    await client.query(`prepare facts as ${text}`);
    await client.query("set plan_cache_mode = force_generic_plan");
    const nulls = values.map(() => "null").join();
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain execute facts (${nulls})`);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  assert.match(
    plan,
    /using bookings_held on bookings b.*\n *Index Cond: .*team_id = .*host_id = .*held_from > .*held_from < /,
  );
  assert.match(
    plan,
    /(using|on) bookings_event_type.*\n *Index Cond: .*team_id = .*event_type_id = .*start >= .*start < /,
  );
  assert.doesNotMatch(plan, /Seq Scan on bookings/, plan);
});

test("slots, a booking, its move and its cancellation read few of a host's bookings, and none of the others'", async () => {
  const earlier = await counted();
  assert.equal((await slots(caller, type.id, soon(5))).length, 18);
  const made = await book(caller, type.id, at(5, "09:00"));
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.equal((await book(caller, type.id, at(5, "09:00"))).status, 409);
  assert.equal((await move(caller, made.body.id, at(6, "09:00"))).status, 200);
  assert.equal((await cancel(caller, made.body.id)).status, 200);
  const later = await until("the cancellation is counted", 20_000, async () => {
    // A connection tells what it has counted when it is used again.
    await get(caller, randomUUID());
    const now = await counted();
    // The booking, its contact, the move, the cancellation.
    return now.written - earlier.written === 4 ? now : undefined;
  });
  const read = later.read - earlier.read;
  assert.ok(read > 0 && read <= READ_MAX, `${read} rows`);
});

/** Rows of bookings that were written and read; a connection tells of both at once. */
async function counted(): Promise<{ written: number; read: number }> {
  const [row] = await sql<{ written: number; read: number }>(
    `select (n_tup_ins + n_tup_upd)::int as written, (seq_tup_read + idx_tup_fetch)::int as read
from pg_stat_user_tables where relid = 'scheduling.bookings'::regclass`,
  );
  assert.ok(row);
  return row;
}
