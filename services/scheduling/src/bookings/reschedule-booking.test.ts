import assert from "node:assert/strict";
import { test } from "node:test";
import { human, testCaller } from "@jst/testing";
import { at, begun, bookingsOf, faults, soon } from "../testing/test-bookings.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const scheduling = await testScheduling();
const { door } = scheduling;
const { typeOf, book, get, cancel, move, slots, undo } = bookingsOf(door);

test("a booking moves to another slot under its id and uid, and its own time is free for it and then for others", async () => {
  const caller = testCaller();
  const type = await typeOf(caller, { slot_interval_minutes: 30 });
  const { body: made } = await book(caller, type.id, at(3, "10:00"));
  const moved = await move(caller, made.id, at(3, "10:30"));
  assert.equal(moved.status, 200, JSON.stringify(moved.body));
  assert.deepEqual(
    [moved.body.id, moved.body.uid, moved.body.start, moved.body.rescheduled_from, moved.body.ical_sequence],
    [made.id, made.uid, `${soon(3)}T10:30:00.000Z`, made.start, 1],
  );
  const same = await move(caller, made.id, at(3, "10:30"));
  assert.deepEqual([same.status, same.body, same.headers["x-changeset-id"]], [200, moved.body, undefined]);
  assert.ok((await slots(caller, type.id, soon(3))).includes("09:30"));
  assert.equal((await undo(moved, human(caller.team_id, "admin"))).status, 200);
  const { body: back } = await get(caller, made.id);
  assert.deepEqual([back.start, back.rescheduled_from, back.ical_sequence], [made.start, null, 2]);
});

test("a full date stays open to its own bookings, and a move takes the duration that its event type has now", async () => {
  const caller = testCaller();
  const type = await typeOf(caller, { max_per_day: 1 });
  const { body: made } = await book(caller, type.id, at(3, "10:00"));
  const path = { event_type_id: type.id };
  await door.call("UpdateEventType", { caller, path, body: { duration_minutes: 30 } });
  const moved = await move(caller, made.id, at(3, "12:30"));
  assert.deepEqual([moved.status, moved.body.duration_minutes], [200, 30]);
});

test("what is taken or was never offered is refused, and the booking stays where it was", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const { body: made } = await book(caller, type.id, at(3, "10:00"));
  await book(caller, type.id, at(3, "11:00"));
  const taken = await move(caller, made.id, at(3, "11:00"));
  assert.deepEqual(
    [taken.status, taken.body.code, taken.body.alternatives.length],
    [409, "slot_unavailable", 3],
  );
  assert.equal((await move(caller, made.id, at(3, "10:30"))).body.code, "invalid_slot");
  assert.deepEqual(faults(await move(caller, made.id, "tomorrow")), ["start invalid_format"]);
  const stale = await move(caller, made.id, at(3, "12:00"), {}, { headers: { "if-match": '"7"' } });
  assert.deepEqual([stale.status, stale.body.code], [412, "version_conflict"]);
  assert.equal((await move(testCaller(), made.id, at(3, "12:00"))).status, 404);
  assert.deepEqual((await get(caller, made.id)).body, made);
});

test("what is cancelled or over does not move", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const { body: made } = await book(caller, type.id, at(3, "10:00"));
  await cancel(caller, made.id);
  const refused = await move(caller, made.id, at(3, "12:00"));
  assert.deepEqual([refused.status, refused.body.from], [409, "cancelled"]);
  const { body: past } = await book(caller, type.id, at(4, "10:00"));
  await begun(scheduling, past.id, 120);
  assert.equal((await move(caller, past.id, at(3, "12:00"))).status, 409);
});

test("fifty that move to one slot at once: one arrives", async () => {
  const caller = testCaller();
  const type = await typeOf(caller, { duration_minutes: 5 });
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      book(caller, type.id, at(3, `10:${String((n % 12) * 5).padStart(2, "0")}`)),
    ),
  );
  const own = made.filter(({ status }) => status === 201);
  const replies = await Promise.all(own.map(({ body }) => move(caller, body.id, at(3, "16:00"))));
  assert.deepEqual(replies.filter(({ status }) => status === 200).length, 1);
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200, 409]));
});
