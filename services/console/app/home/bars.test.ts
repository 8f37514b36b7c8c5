import assert from "node:assert/strict";
import { test } from "node:test";
import { daysOf, partsOf } from "./bars.ts";

const count = (day: string, door: "rest" | "mcp", requests: number) => ({
  ...{ day, door, requests, writes: 1, denied: 0 },
});

test("every day is there, over the end of a month, with its doors in their order", () => {
  const counts = [
    count("2026-02-28", "mcp", 3),
    count("2026-03-01", "rest", 2),
    count("2026-03-01", "mcp", 5),
  ];
  const summary = { from: "2026-02-27", to: "2026-03-02", counts };
  assert.deepEqual(daysOf(summary, "requests", ["rest", "mcp"]), [
    { day: "2026-02-27", byDoor: [0, 0], all: 0 },
    { day: "2026-02-28", byDoor: [0, 3], all: 3 },
    { day: "2026-03-01", byDoor: [2, 5], all: 7 },
    { day: "2026-03-02", byDoor: [0, 0], all: 0 },
  ]);
  assert.deepEqual(
    daysOf(summary, "writes", ["rest", "mcp"]).map(({ all }) => all),
    [0, 1, 2, 0],
  );
});

test("the parts of a bar stand on each other and fill the fullest day", () => {
  assert.deepEqual(partsOf({ byDoor: [1, 0, 3] }, 4), [
    { bottom: 0, height: 0.25 },
    { bottom: 0.25, height: 0 },
    { bottom: 0.25, height: 0.75 },
  ]);
});
