import assert from "node:assert/strict";
import { test } from "node:test";
import type { NotificationPreferences } from "../../gen/rpc.ts";
import { testComms } from "../testing/test-comms.ts";
import { testPeople } from "../testing/test-notices.ts";

const comms = await testComms();
const { door } = comms;
const both = ["in_app", "email"];

test("a member who has set nothing gets decisions and ends of imports in the app, everything else in both channels", async () => {
  const { owner } = testPeople(comms);
  const { channels, ...rest } = (await door.call("GetNotificationPreferences", { caller: owner }))
    .body as NotificationPreferences;
  assert.deepEqual(rest, { quiet_hours: null, timezone: null });
  const { proposal_decided: decided, import_done: imported, ...others } = channels;
  assert.deepEqual([decided, imported], [["in_app"], ["in_app"]]);
  for (const [kind, of] of Object.entries(others)) assert.deepEqual(of, both, kind);
});
