import type { Caller } from "@jst/caller";
import { AppError } from "@jst/errors";
import type { Hop } from "@jst/rpc";
import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { test } from "node:test";
import type { DeciderFacts } from "../deps.ts";
import { askedTogether, decideTogether, ownTurn } from "./together.ts";

const hop = {} as Hop;
const onTime = () => undefined;

/** Auth that answers the number of the question, and counts questions. */
function countingAuth() {
  const asked: string[] = [];
  const { deciderFacts, callerOf } = askedTogether({
    deciderFacts: ({ tokenId }) => {
      asked.push(tokenId);
      return Promise.resolve({ role: "admin", isFresh: asked.length === 1 } as DeciderFacts);
    },
    callerOf: ({ tokenId }) => {
      asked.push(tokenId);
      return Promise.resolve({ token_id: tokenId } as Caller);
    },
  });
  const facts = (tokenId: string) => deciderFacts({ teamId: "t", tokenId }, hop);
  const caller = (tokenId: string) => callerOf({ teamId: "t", tokenId, door: "rest" }, hop);
  return { asked, facts, caller };
}

test("decisions change something in their order, whatever the time that each takes", async () => {
  const done: number[] = [];
  const begun: number[] = [];
  const results = await decideTogether(
    [3, 0, 2, 1],
    async (ticks) => {
      begun.push(ticks);
      for (let tick = 0; tick < ticks; tick += 1) await nextTurn();
      await ownTurn();
      for (let tick = 0; tick < ticks; tick += 1) await nextTurn();
      done.push(ticks);
      return ticks * 2;
    },
    onTime,
  );
  assert.deepEqual(
    [begun, done, results],
    [
      [3, 0, 2, 1],
      [3, 0, 2, 1],
      [6, 0, 4, 2],
    ],
  );
});

test("a decision that ends before its turn lets none overtake those in front of it", async () => {
  const done: string[] = [];
  await decideTogether(
    ["slow", "refused", "last"],
    async (name) => {
      if (name === "refused") return;
      await ownTurn();
      if (name === "slow") for (let tick = 0; tick < 5; tick += 1) await nextTurn();
      done.push(name);
    },
    onTime,
  );
  assert.deepEqual(done, ["slow", "last"]);
});

test("a decision whose turn comes too late does not go on", async () => {
  let isLate = false;
  const outcomes = await decideTogether(
    [1, 2],
    async (n) => {
      try {
        await ownTurn();
        isLate = true;
        return n;
      } catch (thrown) {
        return (thrown as AppError).code;
      }
    },
    () => {
      if (isLate) throw new AppError("timeout", "Too late.");
    },
  );
  assert.deepEqual(outcomes, [1, "timeout"]);
});

test("decisions that begin together ask auth the same question once; those that begin later ask again", async () => {
  const { asked, facts, caller } = countingAuth();
  const decide = async (token: string) => {
    await Promise.all([facts("decider"), caller(token)]);
    await ownTurn();
    await facts("decider");
  };
  await decideTogether(["a", "b", "a"], decide, onTime);
  assert.deepEqual(asked.toSorted(), ["a", "b", "decider"]);
  await decideTogether(["a"], decide, onTime);
  assert.deepEqual(asked.toSorted(), ["a", "a", "b", "decider", "decider"]);
});

test("a decision alone asks auth each time, and waits for nobody", async () => {
  const { asked, facts } = countingAuth();
  await ownTurn();
  await Promise.all([facts("decider"), facts("decider")]);
  assert.deepEqual(asked, ["decider", "decider"]);
});
