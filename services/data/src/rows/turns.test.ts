import { AppError } from "@jst/errors";
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { Turns } from "./turns.ts";

/** Work that lasts until it is ended, and what has begun. */
function works(turns: Turns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string, teamId: string) =>
    turns.take(teamId, () => {
      begun.push(name);
      const { promise, resolve } = Promise.withResolvers<undefined>();
      ends.set(name, () => resolve(undefined));
      return promise;
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await turn();
  };
  return { begun, begin, end };
}

test("as many work at once as may, of one team fewer; the others go in the order they came", async () => {
  const { begun, begin, end } = works(new Turns({ most: 2, mostOfTeam: 1, waitMs: 60_000 }));
  const all = [begin("a1", "a"), begin("a2", "a"), begin("b1", "b"), begin("c1", "c"), begin("a3", "a")];
  assert.deepEqual(begun, ["a1", "b1"]);
  await end("b1");
  assert.deepEqual(begun, ["a1", "b1", "c1"]);
  await end("a1");
  assert.deepEqual(begun, ["a1", "b1", "c1", "a2"]);
  await end("c1");
  assert.equal(begun.length, 4);
  await end("a2");
  await end("a3");
  await Promise.all(all);
});

test("whose turn does not come in time is told when to come back, and work that fails gives its turn on", async () => {
  const turns = new Turns({ most: 1, mostOfTeam: 1, waitMs: 20 });
  const { begun, begin, end } = works(turns);
  const first = begin("first", "a");
  await assert.rejects(begin("late", "b"), (error: unknown) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual([error.code, error.headers], ["unavailable", { "retry-after": "1" }]);
    return true;
  });
  await end("first");
  await first;
  await assert.rejects(
    turns.take("a", () => Promise.reject(new Error("failed"))),
    /failed/,
  );
  await Promise.all([begin("last", "b"), end("last")]);
  assert.deepEqual(begun, ["first", "last"]);
});
