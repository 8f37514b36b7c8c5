import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import { testScheduling } from "../testing/test-scheduling.ts";

const { door } = await testScheduling();

const get = (caller: Caller, host_id: string) => door.call("GetSchedule", { caller, path: { host_id } });
/** The same caller, whose team is in this zone. */
const inZone = (caller: Caller, timezone: string): Caller => ({
  ...caller,
  team: { ...caller.team, timezone },
});
const office = [1, 2, 3, 4, 5].map((weekday) => ({
  weekday,
  intervals: [{ start: "09:00", end: "17:00" }],
}));

test("a member whose hours were never set works from nine to five in the team's zone", async () => {
  const host_id = randomUUID();
  const caller = inZone(testCaller(), "Asia/Kathmandu");
  const { status, body, headers } = await get(caller, host_id);
  assert.deepEqual([status, headers["etag"]], [200, '"0"']);
  const hours = { timezone: "Asia/Kathmandu", weekly: office, overrides: [], blocks: [] };
  assert.deepEqual(body, { host_id, ...hours, is_default: true, version: 0, updated_at: null });
  assert.deepEqual((await get(inZone(caller, "UTC"), host_id)).body.timezone, "UTC");
});
