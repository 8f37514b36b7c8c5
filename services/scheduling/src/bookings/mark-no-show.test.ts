import assert from "node:assert/strict";
import { test } from "node:test";
import { human, testCaller } from "@jst/testing";
import { at, begun, bookingsOf } from "../testing/test-bookings.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const scheduling = await testScheduling();
const { door } = scheduling;
const { typeOf, book, get, cancel, noShow, undo } = bookingsOf(door);

test("nobody is late before the booking begins; then it is noted once, and undone", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const { body: made } = await book(caller, type.id, at(3, "10:00"));
  const early = await noShow(caller, made.id);
  assert.deepEqual([early.status, early.body.code], [409, "invalid_state_transition"]);
  await begun(scheduling, made.id, 1);
  const noted = await noShow(caller, made.id);
  assert.deepEqual([noted.status, noted.body.status, noted.body.ical_sequence], [200, "no_show", 0]);
  const again = await noShow(caller, made.id);
  assert.deepEqual([again.body, again.headers["x-changeset-id"]], [noted.body, undefined]);
  assert.equal((await undo(noted, human(caller.team_id, "admin"))).status, 200);
  assert.equal((await get(caller, made.id)).body.status, "booked");
  assert.equal((await noShow(testCaller(), made.id)).status, 404);
});

test("nobody was expected at a booking that was cancelled", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const { body: made } = await book(caller, type.id, at(3, "10:00"));
  await cancel(caller, made.id);
  assert.equal((await noShow(caller, made.id)).status, 409);
});
