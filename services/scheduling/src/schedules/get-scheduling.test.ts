import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testScheduling } from "../testing/test-scheduling.ts";
import { inZone, officeHours } from "../testing/test-schedules.ts";

const { door } = await testScheduling();

test("a team's scheduling tells its zone, the hours to begin with, and what there is", async () => {
  const caller = inZone(testCaller(), "Europe/Paris");
  await door.call("CreateEventType", { caller, body: { name: "A", host_id: randomUUID() } });
  await door.call("CreateEventType", { caller, body: { name: "B", host_id: randomUUID(), active: false } });
  const { status, body } = await door.call("GetScheduling", { caller });
  const hours = { timezone: "Europe/Paris", weekly: officeHours, overrides: [], blocks: [] };
  const counts = { event_type_count: 1, upcoming_count: 0 };
  assert.deepEqual([status, body], [200, { timezone: "Europe/Paris", default_schedule: hours, ...counts }]);
});
