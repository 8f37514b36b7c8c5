import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome, Write } from "./history.ts";
import { loadOf } from "./load.ts";

const write = (endedMs: number, outcome: Outcome = "ok"): Write => {
  return { team: "a", contact: "c", marker: "m", version: 1, outcome, sentMs: endedMs - 10, endedMs };
};

test("a path is up while acknowledgements come close together, and unknown outcomes do not count", () => {
  const writes = [10, 210, 410, 2_410, 2_510].map((ms) => write(ms));
  const expected = { sent: 6, acknowledged: 5, writingMs: 2_510, upMs: 510 };
  assert.deepEqual(loadOf([...writes, write(1_410, "unknown")]), expected);
});

test("the time before the first acknowledgement and after the last belongs to the whole run", () => {
  const load = loadOf([write(10, "unknown"), write(1_000), write(5_000, "unknown")]);
  assert.deepEqual(load, { sent: 3, acknowledged: 1, writingMs: 5_000, upMs: 0 });
  assert.deepEqual(loadOf([]), { sent: 0, acknowledged: 0, writingMs: 0, upMs: 0 });
});
