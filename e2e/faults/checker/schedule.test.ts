import assert from "node:assert/strict";
import { test } from "node:test";
import { longProfile, path, schedule, shortProfile } from "../src/schedule.ts";

test("the same seed gives the same faults in the same order, another seed another order", () => {
  assert.deepEqual(schedule(longProfile, 7), schedule(longProfile, 7));
  assert.notDeepEqual(schedule(longProfile, 7), schedule(longProfile, 8));
});

test("whatever the seed, the short profile kills every process of the path, one pair, pauses Redis, cuts a way and empties the broker", () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const [episode, ...more] = schedule(shortProfile, seed);
    assert.ok(episode);
    assert.deepEqual(more, []);
    const kills = episode.faults.filter(({ kind }) => kind === "kill").map(({ targets }) => targets);
    const single = kills.filter(({ length }) => length === 1).flat();
    assert.deepEqual([...single].sort(), [...path].sort());
    assert.equal(kills.filter(({ length }) => length === 2).length, 1);
    const frozen = episode.faults.filter(({ kind }) => kind === "freeze").flatMap(({ targets }) => targets);
    assert.deepEqual([frozen.includes("redis"), new Set(frozen).size], [true, 2]);
    for (const once of ["empty", "reset", "blackhole", "hold"])
      assert.equal(episode.faults.filter(({ kind }) => kind === once).length, 1, once);
  }
});

test("the long profile kills every process 25 times alone, and every two together; it freezes and restarts both ways", () => {
  const faults = schedule(longProfile, 1).flatMap((episode) => episode.faults);
  for (const [kind, each] of [
    ["kill", 25],
    ["freeze", 3],
    ["restart", 2],
  ] as const) {
    const done = faults.filter((one) => one.kind === kind).map(({ targets }) => [...targets].sort().join());
    for (const one of path) {
      assert.equal(done.filter((name) => name === one).length, each, `${kind} ${one}`);
      for (const other of path.slice(path.indexOf(one) + 1))
        assert.ok(done.includes([one, other].sort().join()), `${kind} ${one} and ${other}`);
    }
  }
});

test("a long run that is ended early has done every fault to every process alone, and then to pairs before any again", () => {
  const faults = schedule(longProfile, 1).flatMap((episode) => episode.faults);
  const names = faults.map(({ kind, targets }) => `${kind} ${targets.join()}`);
  const different = new Set(names).size;
  assert.equal(new Set(names.slice(0, different)).size, different);
  const alone = faults.slice(0, different).map(({ targets }) => targets.length === 1);
  assert.deepEqual(
    alone,
    alone.toSorted((one, other) => Number(other) - Number(one)),
  );
  for (const kind of [
    "kill",
    "freeze",
    "restart",
    "empty",
    "fill",
    "clock",
    "reset",
    "blackhole",
    "hold",
    "exhaust",
  ])
    assert.ok(
      alone.some((isAlone, index) => isAlone && faults[index]?.kind === kind),
      kind,
    );
});
