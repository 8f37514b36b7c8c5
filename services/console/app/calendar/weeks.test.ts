import assert from "node:assert/strict";
import { test } from "node:test";
import { readHours, shownHours } from "./weeks.ts";

test("hours are read as they are shown", () => {
  const hours = {
    weekday: 1,
    intervals: [
      { start: "09:00", end: "12:30" },
      { start: "13:30", end: "17:00" },
    ],
  };
  assert.deepEqual(readHours(1, shownHours(hours)), hours);
  assert.deepEqual(readHours(1, " 09:00 – 12:30,13:30-17:00 "), hours);
});

test("an empty text is a closed day, and a text that is not a time is refused", () => {
  assert.deepEqual(readHours(0, ""), { weekday: 0, intervals: [] });
  for (const text of ["9-17", "09:00", "09:00-12:30 13:30-17:00", "closed"])
    assert.equal(readHours(0, text), undefined, text);
});
