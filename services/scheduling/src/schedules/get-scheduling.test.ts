import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import { testScheduling } from "../testing/test-scheduling.ts";

const { door } = await testScheduling();

/** The same caller, whose team is in this zone. */
const inZone = (caller: Caller, timezone: string): Caller => ({
  ...caller,
  team: { ...caller.team, timezone },
});
const office = [1, 2, 3, 4, 5].map((weekday) => ({
  weekday,
  intervals: [{ start: "09:00", end: "17:00" }],
}));

test("a team's scheduling tells its zone, the hours to begin with, and what there is", async () => {
  const caller = inZone(testCaller(), "Europe/Paris");
  await door.call("CreateEventType", { caller, body: { name: "A", host_id: randomUUID() } });
  await door.call("CreateEventType", { caller, body: { name: "B", host_id: randomUUID(), active: false } });
  const { status, body } = await door.call("GetScheduling", { caller });
  const hours = { timezone: "Europe/Paris", weekly: office, overrides: [], blocks: [] };
  const counts = { event_type_count: 1, upcoming_count: 0 };
  assert.deepEqual([status, body], [200, { timezone: "Europe/Paris", default_schedule: hours, ...counts }]);
});
