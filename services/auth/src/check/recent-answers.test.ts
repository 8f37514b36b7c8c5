import assert from "node:assert/strict";
import { test } from "node:test";
import { RecentAnswers } from "./recent-answers.ts";

/** Builds a source whose answers a test gives by hand. */
function manual(options: { size?: number } = {}) {
  const asked: string[] = [];
  let clock = 0;
  const waiting: PromiseWithResolvers<string | undefined>[] = [];
  const answers = new RecentAnswers<string>({
    ttlMs: 5_000,
    absentTtlMs: 1_000,
    size: options.size ?? 100,
    now: () => clock,
    load: (key) => {
      asked.push(key);
      const pending = Promise.withResolvers<string | undefined>();
      waiting.push(pending);
      return pending.promise;
    },
  });
  /** Asks and lets the source answer. */
  const learn = async (key: string, value: string | undefined) => {
    const answer = answers.get(key);
    waiting.at(-1)?.resolve(value);
    await answer;
  };
  return { answers, asked, waiting, learn, passMs: (ms: number) => (clock += ms) };
}

test("an answer is believed for its time and not a millisecond longer", async () => {
  const { answers, asked, learn, passMs } = manual();
  await learn("a", "one");
  passMs(4_999);
  assert.equal(answers.get("a"), "one");
  passMs(1);
  await learn("a", "two");
  assert.equal(answers.get("a"), "two");
  assert.deepEqual(asked, ["a", "a"]);
});

test("an answer that was long under way is believed no longer for it", async () => {
  const { answers, asked, waiting, passMs } = manual();
  const answer = answers.get("a");
  passMs(4_000);
  waiting[0]?.resolve("one");
  await answer;
  passMs(999);
  assert.equal(answers.get("a"), "one");
  passMs(1);
  void answers.get("a");
  assert.equal(asked.length, 2);
});

test("an absence is believed for its own, shorter time", async () => {
  const { answers, asked, learn, passMs } = manual();
  await learn("a", undefined);
  passMs(999);
  assert.equal(answers.get("a"), undefined);
  assert.equal(asked.length, 1);
  passMs(1);
  await learn("a", "now there");
  assert.equal(answers.get("a"), "now there");
});

test("a thousand askers of one key make one load", async () => {
  const { answers, asked, waiting } = manual();
  const all = Array.from({ length: 1000 }, async () => answers.get("a"));
  waiting[0]?.resolve("one");
  assert.deepEqual(new Set(await Promise.all(all)), new Set(["one"]));
  assert.equal(asked.length, 1);
});

test("an answer under way when something was forgotten is not kept, and later askers load again", async () => {
  const { answers, asked, waiting } = manual();
  const early = answers.get("a");
  answers.forget(() => false);
  const late = answers.get("a");
  waiting[0]?.resolve("stale");
  waiting[1]?.resolve("fresh");
  assert.equal(await early, "stale");
  assert.equal(await late, "fresh");
  assert.equal(answers.get("a"), "fresh");
  assert.equal(asked.length, 2);
});

test("a failed load is told to its askers and not remembered", async () => {
  const { answers, waiting, learn } = manual();
  const failing = answers.get("a");
  waiting[0]?.reject(new Error("away"));
  await assert.rejects(Promise.resolve(failing), /away/);
  await learn("a", "back");
  assert.equal(answers.get("a"), "back");
});

test("what is forgotten is asked again, the rest is not", async () => {
  const { answers, asked, learn } = manual();
  await learn("a", "one");
  await learn("b", "two");
  answers.forget((value) => value === "one");
  assert.equal(answers.get("b"), "two");
  await learn("a", "three");
  assert.deepEqual(asked, ["a", "b", "a"]);
});

test("a flood of unknown keys is bounded and drives no known one out", async () => {
  const { answers, asked, learn } = manual({ size: 3 });
  await learn("known", "one");
  for (let index = 0; index < 50; index += 1) await learn(`unknown-${index}`, undefined);
  assert.equal(answers.get("known"), "one");
  const before = asked.length;
  await learn("unknown-0", undefined);
  assert.equal(asked.length, before + 1);
});
