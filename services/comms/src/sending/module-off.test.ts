import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testCaller, until } from "@jst/testing";
import { dueSignal } from "../messages/queries.ts";
import { testComms } from "../testing/test-comms.ts";
import { becomes, TestProvider, testSender } from "../testing/test-sender.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const provider = new TestProvider();
let clockShiftMs = 0;
const off = new Set<string>();
const unknown = new Set<string>();
const modules = {
  isOn: (teamId: string) =>
    unknown.has(teamId) ? Promise.reject(new Error("nobody knows")) : Promise.resolve(!off.has(teamId)),
};
const comms = await testComms(provider);
const { door, database } = comms;
const sender = testSender(database, { routing: provider.routing, modules, clockShiftMs: () => clockShiftMs });
stop = () => sender.stop();

const mail = { subject: "Your order", text: "It is on its way." };

test("while the module of a team is off, or nobody knows, its messages wait without an attempt, and go on afterwards", async () => {
  for (const [stopped, waitMs] of [
    [off, 60_000],
    [unknown, 5_000],
  ] as const) {
    const caller = testCaller();
    stopped.add(caller.team_id);
    for (const to of ["ada@example.com", "ok@test.invalid"]) {
      const { body } = await door.call("SendMessage", { caller, body: { ...mail, to } });
      const path = { message_id: body.id as string };
      const waiting = await until("the message waits", 15_000, async () => {
        const shown = (await door.call("GetMessage", { caller, path })).body;
        return shown.next_attempt_at === null ? undefined : shown;
      });
      assert.deepEqual([waiting.status, waiting.attempts, waiting.error], ["queued", [], null]);
    }
    assert.deepEqual(
      provider.seen.filter(({ teamId }) => teamId === caller.team_id),
      [],
    );
    stopped.delete(caller.team_id);
    clockShiftMs += waitMs + 1_000;
    dueSignal.ring();
    const { body } = await door.call("ListMessages", { caller });
    for (const { id, to } of body.messages as { id: string; to: string }[])
      await becomes(comms, caller, id, to === "ada@example.com" ? "sent" : "delivered");
  }
});
