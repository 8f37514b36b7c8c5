import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { human, testCaller } from "@jst/testing";
import { at, begun, bookingsOf, soon } from "../testing/test-bookings.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const scheduling = await testScheduling();
const { door } = scheduling;
const { typeOf, book, get, cancel, slots, undo } = bookingsOf(door);

/** Has a booking of an hour ended so many hours ago. */
const over = (id: string, hours: number) => begun(scheduling, id, (hours + 1) * 60);

test("a cancelled booking says when, why and by whom, frees its slot, and stays so when it is cancelled again", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const { body: made } = await book(caller, type.id, at(3, "10:00"));
  const reply = await cancel(caller, made.id, "reason=ill");
  assert.deepEqual(
    [reply.status, reply.body.status, reply.body.cancel_reason, reply.body.ical_sequence, reply.body.version],
    [200, "cancelled", "ill", 1, 2],
  );
  assert.deepEqual(reply.body.cancelled_by, { type: "service", id: caller.token_id });
  assert.ok(reply.body.cancelled_at);
  const again = await cancel(caller, made.id, "reason=other");
  assert.deepEqual([again.status, again.body, again.headers["x-changeset-id"]], [200, reply.body, undefined]);
  assert.ok((await slots(caller, type.id, soon(3))).includes("10:00"));
  assert.equal((await book(caller, type.id, at(3, "10:00"))).status, 201);
});

test("a booking that is over is not cancelled, and one that runs is", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const { body: past } = await book(caller, type.id, at(3, "10:00"));
  await over(past.id, 1);
  const refused = await cancel(caller, past.id);
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.to, refused.body.allowed],
    [409, "invalid_state_transition", "cancelled", ["no_show"]],
  );
  const { body: running } = await book(caller, type.id, at(3, "11:00"));
  await begun(scheduling, running.id, 1);
  assert.equal((await cancel(caller, running.id)).status, 200);
});

test("another team's booking, an absent and a malformed id are not found", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const { body: made } = await book(caller, type.id, at(3, "10:00"));
  for (const id of [made.id as string, randomUUID(), "x"]) {
    assert.equal((await cancel(testCaller(), id)).status, 404);
    assert.equal((await get(testCaller(), id)).status, 404);
  }
  assert.equal((await cancel(caller, made.id, `reason=${"x".repeat(501)}`)).status, 400);
  assert.equal((await get(caller, made.id)).body.status, "booked");
});

test("an undone booking is cancelled; an undone cancellation is booked again, unless its slot was taken or is over", async () => {
  const caller = testCaller();
  const admin = human(caller.team_id, "admin");
  const type = await typeOf(caller);
  const made = await book(caller, type.id, at(3, "10:00"));
  assert.equal((await undo(made, admin)).status, 200);
  const { body: undone } = await get(caller, made.body.id);
  assert.deepEqual([undone.status, undone.ical_sequence], ["cancelled", 1]);
  const { body: other } = await book(caller, type.id, at(3, "11:00"));
  const cancelled = await cancel(caller, other.id, "reason=ill");
  assert.equal((await undo(cancelled, admin)).status, 200);
  const { body: back } = await get(caller, other.id);
  assert.deepEqual(
    [back.status, back.cancelled_at, back.cancel_reason, back.cancelled_by, back.ical_sequence],
    ["booked", null, null, null, 2],
  );
  const second = await cancel(caller, other.id);
  const { body: thief } = await book(caller, type.id, at(3, "11:00"));
  const refused = await undo(second, admin);
  assert.deepEqual([refused.status, refused.body.code], [409, "changeset_conflict"]);
  await cancel(caller, thief.id);
  await over(other.id, 1);
  assert.equal((await undo(second, admin)).status, 409);
});
