import assert from "node:assert/strict";
import { test } from "node:test";
import { TeamQueue } from "./team-queue.ts";

test("a team at its limit keeps its turn, and a waiter that left is not served", () => {
  const queue = new TeamQueue<string>();
  for (const waiter of ["a1", "a2", "b1", "b2", "c1"]) queue.add(waiter.slice(0, 1), waiter);
  assert.deepEqual([queue.delete("b", "b1"), queue.delete("b", "b1")], [true, false]);
  assert.deepEqual([queue.size, queue.sizeOf("a"), queue.sizeOf("b"), queue.sizeOf("x")], [4, 2, 1, 0]);
  const next = (full?: string) => queue.take((team) => team !== full)?.waiter;
  assert.deepEqual([next("a"), next(), next(), next("a")], ["b2", "a1", "c1", undefined]);
  assert.deepEqual([next(), next(), queue.size], ["a2", undefined, 0]);
});

test("all who wait are handed over once", () => {
  const queue = new TeamQueue<string>();
  for (const waiter of ["a1", "b1", "a2"]) queue.add(waiter.slice(0, 1), waiter);
  assert.deepEqual(queue.takeAll(), ["a1", "a2", "b1"]);
  assert.deepEqual([queue.size, queue.takeAll(), queue.take(() => true)], [0, [], undefined]);
});
