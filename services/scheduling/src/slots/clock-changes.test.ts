import assert from "node:assert/strict";
import { test } from "node:test";
import { slotTime, around, dayAt, dayOf } from "./hours.ts";
import { slotStarts, type SlotQuestion } from "./slots.ts";
import { walkedSlots } from "./testing/walked-slots.ts";

/** Eight days on which clocks change: slots of an hour from midnight to six, of the last one from 20 to midnight. */
const days: [zone: string, date: string, slots: string][] = [
  ["America/New_York", "2027-03-14", "00:00-05:00 01:00-05:00 03:00-04:00 04:00-04:00 05:00-04:00"],
  [
    "America/New_York",
    "2027-11-07",
    "00:00-04:00 01:00-04:00 01:00-05:00 02:00-05:00 03:00-05:00 04:00-05:00 05:00-05:00",
  ],
  ["Europe/Berlin", "2027-03-28", "00:00+01:00 01:00+01:00 03:00+02:00 04:00+02:00 05:00+02:00"],
  [
    "Europe/Berlin",
    "2027-10-31",
    "00:00+02:00 01:00+02:00 02:00+02:00 02:00+01:00 03:00+01:00 04:00+01:00 05:00+01:00",
  ],
  ["Australia/Lord_Howe", "2027-10-03", "00:00+10:30 01:00+10:30 03:00+11:00 04:00+11:00 05:00+11:00"],
  [
    "Australia/Lord_Howe",
    "2027-04-04",
    "00:00+11:00 01:00+11:00 02:00+10:30 03:00+10:30 04:00+10:30 05:00+10:30",
  ],
  ["America/Santiago", "2027-09-05", "01:00-03:00 02:00-03:00 03:00-03:00 04:00-03:00 05:00-03:00"],
  ["America/Santiago", "2027-04-03", "20:00-03:00 21:00-03:00 22:00-03:00 23:00-03:00 23:00-04:00"],
];

for (const [zone, date, expected] of days) {
  test(`slots of ${zone} on ${date} are those of the table, and those of a walk through every minute`, () => {
    const isLate = date === "2027-04-03";
    const interval = isLate ? { start: "20:00", end: "24:00" } : { start: "00:00", end: "06:00" };
    const day = dayOf(date);
    const question: SlotQuestion = {
      hours: { timezone: zone, weekly: [], overrides: [{ date, intervals: [interval] }] },
      rules: {
        active: true,
        duration_minutes: 60,
        slot_interval_minutes: null,
        buffer_before_minutes: 0,
        buffer_after_minutes: 0,
        min_notice_minutes: 0,
        booking_window_days: 365,
        max_per_day: null,
      },
      busy: [],
      counted: [],
      now: Date.parse(`${date}T00:00:00Z`) - 30 * 86_400_000,
    };
    const range = around(day, day);
    const found = slotStarts(question, range).filter((start) => dayAt(zone, start) === day);
    assert.deepEqual(found, walkedSlots(question, range));
    const shown = found.map((start) =>
      slotTime(start, zone).slice(11).replace(":00-", "-").replace(":00+", "+"),
    );
    assert.equal(shown.join(" "), expected);
  });
}
