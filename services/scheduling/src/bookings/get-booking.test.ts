import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { at, bookingsOf } from "../testing/test-bookings.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const { door } = await testScheduling();
const { typeOf, book, get } = bookingsOf(door);

test("a booking shows its event type as that is called now, and keeps its own time whatever happens to the type", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  const { body: made } = await book(caller, type.id, at(3, "10:00"));
  const path = { event_type_id: type.id };
  await door.call("UpdateEventType", {
    caller,
    path,
    body: { name: "Renamed", slug: "renamed", duration_minutes: 5 },
  });
  const { body, headers } = await get(caller, made.id);
  assert.deepEqual(body, { ...made, event_type: { name: "Renamed", slug: "renamed" } });
  assert.equal(headers["etag"], '"1"');
});
