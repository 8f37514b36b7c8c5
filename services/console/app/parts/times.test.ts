import assert from "node:assert/strict";
import { test } from "node:test";
import { clockOf, timeOf } from "./times.ts";

test("a time on the clock of a zone is the time that was meant, summer and winter", () => {
  const cases = [
    ["2026-07-01T09:30", "Europe/Berlin", "2026-07-01T07:30:00.000Z"],
    ["2026-12-01T09:30", "Europe/Berlin", "2026-12-01T08:30:00.000Z"],
    ["2026-03-29T01:30", "Europe/Berlin", "2026-03-29T00:30:00.000Z"],
    ["2026-12-01T23:45", "Asia/Kathmandu", "2026-12-01T18:00:00.000Z"],
    ["2026-11-01T00:30", "America/New_York", "2026-11-01T04:30:00.000Z"],
  ] as const;
  for (const [clock, zone, time] of cases) {
    assert.equal(timeOf(clock, zone), time, zone);
    assert.equal(clockOf(time, zone), clock, zone);
  }
});

test("a time that the clock skips is one that it shows later", () => {
  assert.equal(clockOf(timeOf("2026-03-29T02:30", "Europe/Berlin"), "Europe/Berlin"), "2026-03-29T03:30");
});
