import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testScheduling } from "../testing/test-scheduling.ts";
import { inZone, officeHours, schedulesOf } from "../testing/test-schedules.ts";

const { door } = await testScheduling();
const { get } = schedulesOf(door);

test("a member whose hours were never set works from nine to five in the team's zone", async () => {
  const host_id = randomUUID();
  const caller = inZone(testCaller(), "Asia/Kathmandu");
  const { status, body, headers } = await get(caller, host_id);
  assert.deepEqual([status, headers["etag"]], [200, '"0"']);
  const hours = { timezone: "Asia/Kathmandu", weekly: officeHours, overrides: [], blocks: [] };
  const never = { is_default: true, version: 0, updated_at: null, bookings_outside: [] };
  assert.deepEqual(body, { host_id, ...hours, ...never });
  assert.deepEqual((await get(inZone(caller, "UTC"), host_id)).body.timezone, "UTC");
});
