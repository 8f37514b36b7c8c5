import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testScheduling } from "../testing/test-scheduling.ts";

const { door } = await testScheduling();

test("a team that has set nothing has the defaults, and reads what it sets, which no other team does", async () => {
  const [caller, other] = [testCaller(), testCaller()];
  const get = (one = caller) => door.call("GetSchedulingSettings", { caller: one });
  const defaults = { organizer: "team", version: 0, updated_at: null };
  const before = await get();
  assert.deepEqual([before.body, before.headers["etag"]], [defaults, '"0"']);
  await door.call("UpdateSchedulingSettings", { caller, body: { organizer: "host" } });
  const { body } = await get();
  assert.deepEqual([body.organizer, body.version], ["host", 1]);
  assert.deepEqual((await get(other)).body, defaults);
});
