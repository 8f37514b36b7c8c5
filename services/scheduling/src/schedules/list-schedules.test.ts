import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import { testScheduling } from "../testing/test-scheduling.ts";
import { schedulesOf } from "../testing/test-schedules.ts";

const { door } = await testScheduling();
const { get, set } = schedulesOf(door);

const list = (caller: Caller, query = "") => door.call("ListSchedules", { caller, query });

test("hosts of event types and members whose hours were set are listed in order, and no other team's", async () => {
  const caller = testCaller();
  const [one, two] = [randomUUID(), randomUUID()];
  for (const name of ["A", "B"]) await door.call("CreateEventType", { caller, body: { name, host_id: one } });
  await set(caller, two, { weekly: [] });
  const { body } = await list(caller);
  const shown = body.schedules as { host_id: string }[];
  assert.deepEqual(
    shown.map(({ host_id }) => host_id),
    [one, two].sort(),
  );
  for (const schedule of shown)
    assert.deepEqual((await get(caller, schedule.host_id)).body, { ...schedule, bookings_outside: [] });
  const first = (await list(caller, "limit=1")).body;
  const second = (await list(caller, `limit=1&cursor=${String(first.next_cursor)}`)).body;
  assert.deepEqual([...first.schedules, ...second.schedules], shown);
  assert.deepEqual((await list(testCaller())).body.schedules, []);
});
