import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import type { Caller } from "@jst/caller";
import { notInstants } from "@jst/query/testing";
import { human, testCaller } from "@jst/testing";
import { testComms } from "../testing/test-comms.ts";
import { becomes, testSender } from "../testing/test-sender.ts";
import { dueSignal } from "./queries.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
let clockShiftMs = 0;
const comms = await testComms();
const { door, database, sql } = comms;
const sender = testSender(database, { clockShiftMs: () => clockShiftMs });
stop = () => sender.stop();

const DAY_MS = 86_400_000;
const mail = { to: "ada@example.com", subject: "Your order", text: "It is on its way." };
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const send = (caller: Caller, body: object) =>
  door.call("SendMessage", { caller, body: { ...mail, ...body } });
const cancel = (caller: Caller, message_id: string) =>
  door.call("CancelMessage", { caller, path: { message_id }, body: {} });

test("a message of a later time is scheduled until then, one of a past time goes at once; over 90 days ahead is refused", async () => {
  const caller = testCaller();
  for (const send_at of [inDays(91), "tomorrow", "2026-13-01T00:00:00Z"]) {
    const { status, body } = await send(caller, { send_at });
    assert.deepEqual([status, body.errors?.[0]?.field], [422, "send_at"], send_at);
  }
  const at = inDays(2);
  const { status, body } = await send(caller, { send_at: at });
  assert.deepEqual([status, body.status, body.send_at], [202, "scheduled", at], JSON.stringify(body));
  const [row] = await sql<{ state: string }>("select state from comms.queue where message_id = $1", [
    body.id,
  ]);
  assert.equal(row?.state, "waiting");
  const past = await send(caller, { send_at: inDays(-1) });
  assert.deepEqual([past.status, past.body.status, past.body.send_at], [202, "queued", null]);
  await becomes(comms, caller, past.body.id as string, "captured");
  clockShiftMs = 2 * DAY_MS + 1_000;
  dueSignal.ring();
  await becomes(comms, caller, body.id as string, "captured");
  clockShiftMs = 0;
});

test("a message whose time is not a valid instant is refused, and one with any offset waits for its time", async () => {
  const caller = testCaller();
  for (const send_at of notInstants) {
    const { status, body } = await send(caller, { send_at });
    assert.deepEqual([status, body.errors?.[0]?.field], [422, "send_at"], send_at);
  }
  assert.deepEqual(await sql("select from comms.messages where team_id = $1", [caller.team_id]), []);
  const at = inDays(2);
  for (const [offset, hours] of [
    ["+14:00", 14],
    ["+15:59", 15 + 59 / 60],
    ["+16:00", 16],
    ["-23:59", -23 - 59 / 60],
  ] as const) {
    const local = new Date(Date.parse(at) + hours * 3_600_000).toISOString().replace("Z", offset);
    const { status, body } = await send(caller, { send_at: local });
    assert.deepEqual([status, body.status, body.send_at], [202, "scheduled", at], local);
  }
});

test("a message that waits is canceled once and for all; one that has ended, or is unknown, is not", async () => {
  const caller = testCaller();
  const { body } = await send(caller, { send_at: inDays(1) });
  const done = await cancel(caller, body.id as string);
  assert.deepEqual(
    [done.status, done.body.status, done.body.error.code],
    [200, "canceled", "canceled"],
    JSON.stringify(done.body),
  );
  assert.ok(done.headers["x-changeset-id"]);
  const again = await cancel(caller, body.id as string);
  assert.deepEqual([again.status, again.body, again.headers["x-changeset-id"]], [200, done.body, undefined]);
  assert.deepEqual(await sql("select from comms.queue where message_id = $1", [body.id]), []);
  const path = { changeset_id: done.headers["x-changeset-id"] };
  const undone = await door.call("UndoChangeset", { caller: human(caller.team_id, "admin"), path, body: {} });
  assert.equal(undone.body.code, "not_undoable");
  const sent = await send(caller, {});
  await becomes(comms, caller, sent.body.id as string, "captured");
  const late = await cancel(caller, sent.body.id as string);
  assert.deepEqual([late.status, late.body.code], [409, "invalid_state_transition"]);
  for (const id of [randomUUID(), "no-id"]) assert.equal((await cancel(caller, id)).status, 404);
  assert.equal((await cancel(testCaller(), sent.body.id as string)).status, 404);
});

test("a message that is canceled while it falls due is either canceled or sent, never both", async () => {
  const caller = testCaller();
  for (let n = 0; n < 20; n += 1) {
    const { body } = await send(caller, {});
    const { status } = await cancel(caller, body.id as string);
    const end = await becomes(comms, caller, body.id as string, status === 200 ? "canceled" : "captured");
    const attempts = end["attempts"] as unknown[];
    assert.equal(attempts.length, status === 200 ? 0 : 1);
  }
});
