import assert from "node:assert/strict";
import { test } from "node:test";
import { countedDays, dayIn, plainDays } from "./relative-days.ts";

test("past and next include today, weeks start on Monday, months clamp, years are 365 days", () => {
  const sunday = "2026-03-29";
  assert.deepEqual(plainDays("today", sunday), { from: sunday, to: sunday });
  assert.deepEqual(plainDays("yesterday", "2026-03-01"), { from: "2026-02-28", to: "2026-02-28" });
  assert.deepEqual(plainDays("tomorrow", "2026-12-31"), { from: "2027-01-01", to: "2027-01-01" });
  assert.deepEqual(plainDays("this_week", sunday), { from: "2026-03-23", to: "2026-03-29" });
  assert.deepEqual(plainDays("this_week", "2026-03-30"), { from: "2026-03-30", to: "2026-04-05" });
  assert.deepEqual(plainDays("past_week", sunday), { from: "2026-03-22", to: sunday });
  assert.deepEqual(plainDays("next_week", sunday), { from: sunday, to: "2026-04-05" });
  assert.deepEqual(plainDays("this_month", "2028-02-10"), { from: "2028-02-01", to: "2028-02-29" });
  assert.deepEqual(plainDays("past_month", "2026-03-31"), { from: "2026-02-28", to: "2026-03-31" });
  assert.deepEqual(plainDays("next_month", "2026-01-31"), { from: "2026-01-31", to: "2026-02-28" });
  assert.deepEqual(plainDays("past_year", "2026-03-31"), { from: "2025-03-31", to: "2026-03-31" });
  assert.deepEqual(plainDays("next_year", "2026-03-31"), { from: "2026-03-31", to: "2027-03-31" });
});

test("a counted word reaches n days and includes today", () => {
  assert.deepEqual(countedDays("days_ago", 3, "2026-03-02"), { from: "2026-02-27", to: "2026-02-27" });
  assert.deepEqual(countedDays("days_from_now", 0, "2026-03-02"), { from: "2026-03-02", to: "2026-03-02" });
  assert.deepEqual(countedDays("past_days", 7, "2026-03-08"), { from: "2026-03-01", to: "2026-03-08" });
  assert.deepEqual(countedDays("next_days", 1, "2026-03-08"), { from: "2026-03-08", to: "2026-03-09" });
});

test("weeks before 1970 start on Monday too", () => {
  assert.deepEqual(plainDays("this_week", "1969-12-28"), { from: "1969-12-22", to: "1969-12-28" });
});

test("the day is the one of the zone", () => {
  const instant = new Date("2026-03-31T23:30:00Z");
  assert.equal(dayIn("UTC", instant), "2026-03-31");
  assert.equal(dayIn("Asia/Tokyo", instant), "2026-04-01");
  assert.equal(dayIn("America/Los_Angeles", new Date("2026-04-01T03:00:00Z")), "2026-03-31");
});
