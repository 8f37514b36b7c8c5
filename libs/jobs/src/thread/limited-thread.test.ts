import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "@jst/errors";
import type { Trial } from "../testing/trial-worker.ts";
import { LimitedThread } from "./limited-thread.ts";

const module = new URL("../testing/trial-worker.ts", import.meta.url);
const tooMuch = () => new AppError("limit_reached", "Too much.");

const trialThread = (limitMs = 60_000, waitingMax = 2) =>
  new LimitedThread<Trial, string>({ module, limitMs, memoryMb: 64, waitingMax, tooMuch, busy: "Busy." });

const refusal = (code: string) => (error: unknown) => error instanceof AppError && error.code === code;

test("an input that takes too long or too much memory is refused, and the next one is answered", async () => {
  const [slow, large] = [trialThread(200), trialThread()];
  await assert.rejects(slow.run("a", { spin: true }), refusal("limit_reached"));
  await assert.rejects(large.run("a", { hoard: true }), refusal("limit_reached"));
  for (const thread of [slow, large]) assert.equal(await thread.run("a", { answer: "x" }), "x");
});

test("an input that is to blame is refused, a bug is a fault, and a thread that ends is replaced", async () => {
  const thread = trialThread();
  await assert.rejects(thread.run("a", { blame: true }), refusal("limit_reached"));
  await assert.rejects(thread.run("a", { fail: true }), /a bug/);
  await assert.rejects(thread.run("a", { exit: true }), /A thread ended with 3/);
  assert.equal(await thread.run("a", { answer: "x" }), "x");
});

test("a team that has too many waiting is refused with the time to wait; another team's input waits for one of them", async () => {
  const thread = trialThread(200);
  const order: string[] = [];
  const run = (team: string, trial: Trial) =>
    thread.run(team, trial).then(
      () => order.push(team),
      (error: unknown) => order.push(`${team} ${(error as AppError).code}`),
    );
  const all = [1, 2, 3, 4].map(() => run("a", { spin: true }));
  await Promise.all([...all, run("b", { answer: "x" })]);
  const late = "a limit_reached";
  assert.deepEqual(order, ["a rate_limited", late, late, "b", late]);
  const busy = trialThread(200, 0).run("a", { answer: "x" });
  await assert.rejects(busy, { message: "Busy. Wait 5 seconds.", headers: { "retry-after": "5" } });
});

test("an input whose caller departs while it waits is dropped, and makes room for the next of the team", async () => {
  const thread = trialThread(200, 1);
  const caller = new AbortController();
  const running = assert.rejects(thread.run("a", { spin: true }), refusal("limit_reached"));
  const dropped = assert.rejects(thread.run("a", { exit: true }, caller.signal), refusal("unavailable"));
  caller.abort();
  const next = thread.run("a", { answer: "x" });
  await Promise.all([dropped, running]);
  assert.equal(await next, "x");
  await assert.rejects(thread.run("a", { answer: "x" }, caller.signal), refusal("unavailable"));
});
