import type { Caller } from "@jst/caller";
import { testCaller, toldFaults, until } from "@jst/testing";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type ProviderRouting, capturing } from "../providers/provider.ts";
import { testComms } from "../testing/test-comms.ts";
import { becomes, TestProvider, testSender } from "../testing/test-sender.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const provider = new TestProvider();
/** Teams without a provider; the others have the one of the test. */
const without = new Set<string>();
const routing: ProviderRouting = {
  routeOf: (teamId, channel) => (without.has(teamId) ? capturing : provider.routing).routeOf(teamId, channel),
};
const comms = await testComms({ routing });
const { door } = comms;
const sender = testSender(comms.database, { routing });
stop = () => sender.stop();

const faults = toldFaults(door);
const send = async (caller: Caller, more: object = {}): Promise<string> => {
  const body = { to: "ada@example.com", subject: "Your order", text: "It is on its way.", ...more };
  const reply = await door.call("SendMessage", { caller, body });
  assert.equal(reply.status, 202, JSON.stringify(reply.body));
  return reply.body.id as string;
};
const tried = (caller: Caller, message_id: string) =>
  until("an attempt has failed", 60_000, async () => {
    const { body } = await door.call("GetMessage", { caller, path: { message_id } });
    const [first] = body.attempts as { at: string; outcome: string }[];
    return body.status !== "sending" && first?.outcome !== undefined ? first : undefined;
  });

test("a provider that takes nothing is told, since its first failure, until it takes something", async () => {
  const caller = testCaller();
  assert.deepEqual(await faults(caller), []);
  await becomes(comms, caller, await send(caller), "sent");
  assert.deepEqual(await faults(caller), []);
  provider.answer = () => ({ outcome: "temporary", detail: "The mail server cannot be reached." });
  const first = await tried(caller, await send(caller));
  await tried(caller, await send(caller));
  const [fault, ...others] = await faults(caller);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [fault?.component, fault?.state, fault?.since, fault?.path],
    ["email", "failing", first.at, "/comms/messages?channel=email"],
  );
  assert.match(
    fault?.reason ?? "",
    /accepted none of the last ones\. .*The mail server cannot be reached\.$/,
  );
  assert.deepEqual(await faults(testCaller()), []);
  provider.answer = () => ({ outcome: "accepted", providerId: "p2" });
  await becomes(comms, caller, await send(caller), "sent");
  assert.deepEqual(await faults(caller), []);
});

test("a provider's answer about one address, or a final refusal, is not a fault of the provider", async () => {
  const caller = testCaller();
  provider.answer = () => ({ outcome: "temporary", code: "4.2.2", detail: "The mailbox is full." });
  await tried(caller, await send(caller));
  provider.answer = () => ({ outcome: "permanent", code: "5.7.1", detail: "No." });
  await tried(caller, await send(caller));
  assert.deepEqual(await faults(caller), []);
  provider.answer = () => ({ outcome: "permanent", code: "refused", detail: "The address is not public." });
  await tried(caller, await send(caller));
  assert.deepEqual(
    (await faults(caller)).map(({ state }) => state),
    ["failing"],
  );
});

test("messages that are kept and sent to nobody are told, but for those that were meant so", async () => {
  const caller = testCaller();
  without.add(caller.team_id);
  await becomes(comms, caller, await send(caller, { test: true }), "captured");
  await becomes(comms, caller, await send(caller, { to: "ok@test.invalid" }), "delivered");
  assert.deepEqual(await faults(caller), []);
  const { sent_at } = (await becomes(comms, caller, await send(caller), "captured")) as { sent_at: string };
  const [fault, ...others] = await faults(caller);
  assert.deepEqual(others, []);
  assert.deepEqual([fault?.component, fault?.state, fault?.since], ["email", "off", sent_at]);
  without.delete(caller.team_id);
  assert.deepEqual(await faults(caller), []);
});
