import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { capture } from "../providers/provider.ts";
import { testComms } from "../testing/test-comms.ts";
import { TestProvider } from "../testing/test-sender.ts";

const from = "Fleet <no-reply@fleet.example>";

test("GetMailing says whether mail is sent at all", async () => {
  const mailing = async (on: Awaited<ReturnType<typeof testComms>>) =>
    (await on.door.callAs("account", "GetMailing", { team_id: randomUUID() })).body;
  assert.deepEqual(await mailing(await testComms({ fleetMail: { provider: new TestProvider(), from } })), {
    is_sending: true,
  });
  assert.deepEqual(await mailing(await testComms()), { is_sending: false });
  assert.deepEqual(await mailing(await testComms({ fleetMail: { provider: capture, from } })), {
    is_sending: false,
  });
});
