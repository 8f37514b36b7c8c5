import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { Stretches } from "./stretches.ts";

/** Work of several teams by a clock that each step moves by one, in rounds that the test begins. */
function rounds(stretchMs: number) {
  let clock = 0;
  let serve: (() => void) | undefined;
  const stretches = new Stretches({
    stretchMs,
    now: () => clock,
    afterOthers: (next) => (serve = next),
  });
  const steps: string[] = [];
  const begin = async (name: string, teamId: string, count: number) => {
    for (let step = 0; step < count; step += 1) {
      if (!stretches.hasTime()) await stretches.next(teamId);
      steps.push(name);
      clock += 1;
    }
  };
  /** Runs work in the next round of the loop. */
  const round = async () => {
    const before = steps.length;
    serve?.();
    await turn();
    return steps.slice(before);
  };
  return { begin, round, steps };
}

test("all long work together has one stretch of each round, one piece of work of each team after another", async () => {
  const { begin, round, steps } = rounds(4);
  const all = [begin("a1", "a", 6), begin("a2", "a", 2), begin("a3", "a", 2), begin("b1", "b", 4)];
  await turn();
  assert.deepEqual(steps, ["a1", "a1", "a1", "a1"]);
  assert.deepEqual(await round(), ["a1", "b1", "a2", "b1"]);
  assert.deepEqual(await round(), ["a3", "b1", "a1", "b1"]);
  assert.deepEqual(await round(), ["a2", "a3"]);
  await Promise.all(all);
});

test("work that nothing competes with has a stretch at a time and begins at once", async () => {
  const { begin, round, steps } = rounds(3);
  const work = begin("a", "a", 7);
  assert.deepEqual(steps, ["a", "a", "a"]);
  assert.equal((await round()).length, 3);
  assert.equal((await round()).length, 1);
  assert.deepEqual(await round(), []);
  await work;
});
