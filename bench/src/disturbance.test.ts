import assert from "node:assert/strict";
import { test } from "node:test";
import { disturbanceText, isDisturbed, soundRounds, undisturbed } from "./disturbance.ts";

const turn = (strangerCores: number) => ({ strangerCores });

/** Takes turns beside these many cores of others, one after the other. */
function attempts(...cores: number[]) {
  const taken: number[] = [];
  const take = (attempt: number) => {
    taken.push(attempt);
    return Promise.resolve(turn(cores[attempt] ?? NaN));
  };
  return { take, taken };
}

test("a turn beside more than a tenth of a core is disturbed, and so is one that was not watched", () => {
  assert.deepEqual(
    [0, 0.1, 0.11, 2, NaN].map((cores) => isDisturbed(turn(cores))),
    [false, false, true, true, true],
  );
});

test("a quiet turn is taken once", async () => {
  const { take, taken } = attempts(0.05, 0);
  const budget = { left: 5 };
  assert.deepEqual(await undisturbed(take, budget), { kept: turn(0.05), attempts: 1 });
  assert.deepEqual([taken, budget.left], [[0], 5]);
});

test("a disturbed turn is repeated until it is quiet", async () => {
  const { take, taken } = attempts(0.9, 0.02, 0);
  assert.deepEqual(await undisturbed(take, { left: 5 }), { kept: turn(0.02), attempts: 2 });
  assert.deepEqual(taken, [0, 1]);
});

test("on a busy machine a turn has three attempts, and the least disturbed one is kept", async () => {
  const { take } = attempts(0.9, 0.4, 0.7, 0);
  const budget = { left: 5 };
  assert.deepEqual(await undisturbed(take, budget), { kept: turn(0.4), attempts: 3 });
  assert.equal(budget.left, 3);
});

test("the repetitions of all turns of a table end with their budget", async () => {
  const budget = { left: 3 };
  const all = [];
  for (let round = 0; round < 4; round += 1)
    all.push((await undisturbed(attempts(0.9, 0.9, 0.9).take, budget)).attempts);
  assert.deepEqual(all, [3, 2, 1, 1]);
});

test("ratios are of the rounds in which nobody was disturbed, if these are half of all", () => {
  const quiet = [turn(0), turn(0), turn(0), turn(0)];
  const some = [turn(0), turn(0.5), turn(0), turn(0)];
  assert.deepEqual(soundRounds([quiet, quiet]), { rounds: [0, 1, 2, 3], isSound: true });
  assert.deepEqual(soundRounds([quiet, some]), { rounds: [0, 2, 3], isSound: true });
  const most = [turn(0.5), turn(0), turn(0.5), turn(0)];
  assert.deepEqual(soundRounds([most, some]), { rounds: [0, 1, 2, 3], isSound: false });
  assert.deepEqual(soundRounds([[], []]), { rounds: [], isSound: false });
});

test("the mark of a table counts the disturbed turns and names the most that others used", () => {
  assert.equal(disturbanceText([turn(0), turn(0.1)]), undefined);
  assert.equal(
    disturbanceText([turn(0), turn(0.5), turn(1.25)]),
    "DISTURBED: beside 2 of 3 turns others used more than 0.1 cores, up to 1.25.",
  );
});
