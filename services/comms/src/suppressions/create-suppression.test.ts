import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import { testComms } from "../testing/test-comms.ts";

const { door } = await testComms();

const create = (caller: Caller, body: object) => door.call("CreateSuppression", { caller, body });
const list = async (caller: Caller, query = "") =>
  (await door.call("ListSuppressions", { caller, query })).body.suppressions as Record<string, unknown>[];

test("an address is suppressed once on a channel, and answered as it is from then on", async () => {
  const caller = testCaller();
  const first = await create(caller, { address: "Ada@Example.com", reason: "hard_bounce", note: "gone" });
  assert.deepEqual(
    [first.status, first.body.address, first.body.channel, first.body.reason],
    [201, "ada@example.com", "email", "hard_bounce"],
  );
  const again = await create(caller, { address: "ADA@example.com" });
  assert.deepEqual([again.status, again.body], [200, first.body]);
  assert.equal(again.headers["x-changeset-id"], undefined);
  const phone = await create(caller, { address: "+14155550100" });
  assert.deepEqual([phone.status, phone.body.channel, phone.body.reason], [201, "sms", "manual"]);
  assert.equal((await create(caller, { address: "+14155550100", channel: "whatsapp" })).status, 201);
  assert.equal((await list(caller)).length, 3);
  assert.equal((await list(caller, "address=%2B14155550100&channel=sms")).length, 1);
  assert.deepEqual(await list(testCaller()), []);
});

test("twenty at once suppress an address once", async () => {
  const caller = testCaller();
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => create(caller, { address: "+14155550100" })),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [...Array<number>(19).fill(200), 201]);
  assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1);
});

test("an invalid address of the channel is refused", async () => {
  const caller = testCaller();
  for (const address of ["ada", "Ada <ada@example.com>", "+1", "4155550100"])
    assert.equal((await create(caller, { address })).body.errors?.[0]?.field, "address", address);
  const misfit = await create(caller, { address: "ada@example.com", channel: "sms" });
  assert.equal(misfit.body.code, "no_address_for_channel");
  assert.equal((await create(caller, { address: "ada@example.com", channel: "in_app" })).status, 422);
});
