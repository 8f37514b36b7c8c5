import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { type Hours, type Interval, type Range, DAY_MS, dateOf, dayOf, MINUTE_MS, wallOf } from "./hours.ts";
import { slotStarts, type SlotQuestion, type SlotRules } from "./slots.ts";

const rules: SlotRules = {
  active: true,
  duration_minutes: 60,
  slot_interval_minutes: null,
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  min_notice_minutes: 0,
  booking_window_days: 730,
  max_per_day: null,
};

const daily = (timezone: string, ...intervals: [start: string, end: string][]): Hours => ({
  timezone,
  weekly: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, intervals: intervals.map(interval) })),
  overrides: [],
});

const interval = ([start, end]: [string, string]): Interval => ({ start, end });

interface Asked extends Partial<Omit<SlotQuestion, "rules">>, Partial<SlotRules> {
  hours: Hours;
}

/** Wall times, HH:mm with the minutes from UTC, of the slots of one date of the hours' zone. */
function on(date: string, { hours, busy = [], counted = [], now, ...changed }: Asked): string[] {
  const day = dayOf(date);
  const range = { from: (day - 1) * DAY_MS, to: (day + 2) * DAY_MS };
  const question = { hours, rules: { ...rules, ...changed }, busy, counted, now: now ?? range.from - DAY_MS };
  return slotStarts(question, range).flatMap((start) => {
    const wall = wallOf(hours.timezone, start);
    if (dateOf(Math.floor(wall / DAY_MS)) !== date) return [];
    return [`${new Date(wall).toISOString().slice(11, 16)} ${String((wall - start) / MINUTE_MS)}`];
  });
}

/** The hours of the clock alone. */
const hoursOf = (times: string[]) => times.map((time) => Number(time.slice(0, 2)));
const at = (text: string) => Date.parse(text);
const range = (from: string, to: string): Range => ({ from: at(from), to: at(to) });

suite("when clocks change", () => {
  const newYork = daily("America/New_York", ["00:00", "04:00"]);

  test("an hour that is skipped has no slot, and the grid stays on the wall clock", () => {
    assert.deepEqual(on("2027-03-14", { hours: newYork }), ["00:00 -300", "01:00 -300", "03:00 -240"]);
  });

  test("an hour that is repeated has its slots twice", () => {
    const expected = ["00:00 -240", "01:00 -240", "01:00 -300", "02:00 -300", "03:00 -300"];
    assert.deepEqual(on("2027-11-07", { hours: newYork }), expected);
  });

  test("a slot lasts its real minutes: across the gap it ends an hour later on the clock, and must still fit", () => {
    const hours = daily("America/New_York", ["01:00", "04:00"]);
    assert.deepEqual(on("2027-03-14", { hours, duration_minutes: 120, slot_interval_minutes: 60 }), [
      "01:00 -300",
    ]);
    assert.deepEqual(on("2027-11-07", { hours, duration_minutes: 240 }), ["01:00 -240"]);
  });

  test("24 hours fit into each date of a host who is always open, also into one of 23 hours", () => {
    const hours = daily("America/New_York", ["00:00", "24:00"]);
    assert.deepEqual(on("2027-03-14", { hours, duration_minutes: 1440 }), ["00:00 -300"]);
    assert.deepEqual(on("2027-03-15", { hours, duration_minutes: 1440 }), ["00:00 -240"]);
    assert.deepEqual(on("2027-11-07", { hours, duration_minutes: 1440 }), ["00:00 -240"]);
  });

  test("working hours stay at nine on the Mondays and Sundays around both changes", () => {
    const hours = daily("America/New_York", ["09:00", "12:00"]);
    for (const date of ["2027-03-12", "2027-03-14", "2027-03-15", "2027-11-05", "2027-11-07", "2027-11-08"])
      assert.deepEqual(hoursOf(on(date, { hours })), [9, 10, 11], date);
  });

  test("an interval that begins inside the gap opens when the gap ends, on its own grid", () => {
    const hours = daily("America/New_York", ["02:30", "05:00"]);
    assert.deepEqual(on("2027-03-14", { hours }), ["03:30 -240"]);
    assert.deepEqual(on("2027-03-14", { hours, duration_minutes: 30 }), [
      "03:00 -240",
      "03:30 -240",
      "04:00 -240",
      "04:30 -240",
    ]);
  });

  test("an interval that ends inside the repeated hour is open twice, with a break between", () => {
    const hours = daily("America/New_York", ["00:00", "01:30"]);
    assert.deepEqual(on("2027-11-07", { hours, duration_minutes: 30 }), [
      "00:00 -240",
      "00:30 -240",
      "01:00 -240",
      "01:00 -300",
    ]);
    assert.deepEqual(on("2027-11-07", { hours, duration_minutes: 90 }), ["00:00 -240"]);
  });
});

suite("zones that are no whole hour from UTC, or change by other than an hour", () => {
  test("Lord Howe sets its clocks by half an hour", () => {
    const hours = daily("Australia/Lord_Howe", ["01:00", "03:00"]);
    // 2026-10-04 02:00 -> 02:30; 2026-04-05 02:00 -> 01:30.
    assert.deepEqual(on("2026-10-04", { hours, duration_minutes: 30 }), [
      "01:00 630",
      "01:30 630",
      "02:30 660",
    ]);
    const autumn = ["01:00 660", "01:30 660", "01:30 630", "02:00 630", "02:30 630"];
    assert.deepEqual(on("2026-04-05", { hours, duration_minutes: 30 }), autumn);
  });

  test("Kathmandu and Kolkata begin on the hours of their own clocks", () => {
    const expected = (offset: number) => [`09:00 ${String(offset)}`, `10:00 ${String(offset)}`];
    assert.deepEqual(on("2027-06-01", { hours: daily("Asia/Kathmandu", ["09:00", "11:00"]) }), expected(345));
    assert.deepEqual(on("2027-06-01", { hours: daily("Asia/Calcutta", ["09:00", "11:00"]) }), expected(330));
    assert.deepEqual(on("2027-06-01", { hours: daily("Asia/Kolkata", ["07:30", "09:30"]) }), [
      "07:30 330",
      "08:30 330",
    ]);
  });

  test("Casablanca leaves its summer time for Ramadan, backwards at the start and forwards at the end", () => {
    const hours = daily("Africa/Casablanca", ["01:00", "05:00"]);
    // 2026-02-15 03:00 +01 -> 02:00 +00; 2026-03-22 02:00 +00 -> 03:00 +01.
    assert.deepEqual(on("2026-02-15", { hours }), ["01:00 60", "02:00 60", "02:00 0", "03:00 0", "04:00 0"]);
    assert.deepEqual(on("2026-03-22", { hours }), ["01:00 0", "03:00 60", "04:00 60"]);
  });

  test("Apia had no 30 December 2011", () => {
    const hours = daily("Pacific/Apia", ["09:00", "11:00"]);
    assert.deepEqual(on("2011-12-29", { hours }), ["09:00 -600", "10:00 -600"]);
    assert.deepEqual(on("2011-12-30", { hours }), []);
    assert.deepEqual(on("2011-12-31", { hours }), ["09:00 840", "10:00 840"]);
  });

  test("a clock that is set back over midnight shows the last hour of the date twice", () => {
    const hours = daily("America/Sao_Paulo", ["22:00", "24:00"]);
    assert.deepEqual(on("2018-02-17", { hours }), ["22:00 -120", "23:00 -120", "23:00 -180"]);
  });
});

suite("hours", () => {
  test("intervals that meet at midnight are one stretch, and those that touch within a date stay apart", () => {
    const hours = daily(
      "UTC",
      ["00:00", "01:00"],
      ["09:00", "10:30"],
      ["10:30", "12:00"],
      ["23:00", "24:00"],
    );
    assert.deepEqual(hoursOf(on("2027-06-01", { hours })), [0, 9, 10, 23]);
    assert.deepEqual(on("2027-06-01", { hours, duration_minutes: 90 }), ["09:00 0", "10:30 0", "23:00 0"]);
  });

  test("a slot goes over midnight on the grid of the interval in which it begins", () => {
    const hours: Hours = {
      timezone: "UTC",
      weekly: [
        { weekday: 1, intervals: [interval(["20:00", "24:00"])] },
        { weekday: 2, intervals: [interval(["00:00", "06:00"])] },
      ],
      overrides: [],
    };
    const monday = ["20:00 0", "20:30 0", "21:00 0", "21:30 0", "22:00 0", "22:30 0", "23:00 0", "23:30 0"];
    assert.deepEqual(on("2027-06-07", { hours, slot_interval_minutes: 30 }), monday);
    assert.deepEqual(on("2027-06-07", { hours, duration_minutes: 480 }), ["20:00 0"]);
    // A full Monday keeps the night's first part, and Tuesday is a date of its own.
    const counted = [at("2027-06-07T20:00Z")];
    assert.deepEqual(on("2027-06-07", { hours, counted, max_per_day: 1 }), []);
    assert.deepEqual(hoursOf(on("2027-06-08", { hours, counted, max_per_day: 1 })), [0, 1, 2, 3, 4, 5]);
  });

  test("an interval that ends before it starts lasts into the next date, which no override of that date cuts", () => {
    const night = [interval(["22:00", "06:00"])];
    const hours: Hours = {
      timezone: "UTC",
      weekly: [{ weekday: 1, intervals: night }],
      overrides: [{ date: "2027-06-08", intervals: [] }],
    };
    assert.deepEqual(hoursOf(on("2027-06-07", { hours })), [22, 23]);
    assert.deepEqual(hoursOf(on("2027-06-08", { hours })), [0, 1, 2, 3, 4, 5]);
    assert.deepEqual(on("2027-06-07", { hours, duration_minutes: 480 }), ["22:00 0"]);
    // Hours of the next date that overlap go on with it.
    const overrides = [{ date: "2027-06-08", intervals: [interval(["05:00", "08:00"])] }];
    assert.deepEqual(on("2027-06-07", { hours: { ...hours, overrides }, duration_minutes: 600 }), [
      "22:00 0",
    ]);
  });

  test("a date with a zone of its own has its hours on the clock of that zone", () => {
    const overrides = [
      { date: "2027-06-07", intervals: [interval(["09:00", "11:00"])], timezone: "America/New_York" },
    ];
    const hours = { ...daily("Europe/Berlin", ["10:00", "12:00"]), overrides };
    assert.deepEqual(hoursOf(on("2027-06-06", { hours })), [10, 11]);
    assert.deepEqual(hoursOf(on("2027-06-07", { hours })), [15, 16]);
    assert.deepEqual(hoursOf(on("2027-06-08", { hours })), [10, 11]);
  });

  test("weekday 0 is Sunday, a weekday that is not named is closed, and an override takes the place of the day", () => {
    const sunday = { weekday: 0, intervals: [interval(["09:00", "10:00"])] };
    const overrides = [
      { date: "2027-06-07", intervals: [interval(["13:00", "14:00"])] },
      { date: "2027-06-13", intervals: [] },
    ];
    const hours: Hours = { timezone: "UTC", weekly: [sunday], overrides };
    const days = ["2027-06-05", "2027-06-06", "2027-06-07", "2027-06-08", "2027-06-13", "2027-06-20"];
    assert.deepEqual(
      days.map((date) => hoursOf(on(date, { hours }))),
      [[], [9], [13], [], [], [9]],
    );
  });

  test("the grid follows the interval's start, and the duration where no other step is given", () => {
    const hours = daily("UTC", ["09:15", "11:00"]);
    assert.deepEqual(on("2027-06-01", { hours, duration_minutes: 45 }), ["09:15 0", "10:00 0"]);
    const grid = ["09:15 0", "09:35 0", "09:55 0", "10:15 0"];
    assert.deepEqual(on("2027-06-01", { hours, duration_minutes: 45, slot_interval_minutes: 20 }), grid);
  });
});

suite("what takes slots away", () => {
  const hours = daily("UTC", ["09:00", "13:00"]);

  test("bookings and blocks do, with the buffers of both sides; touching is free", () => {
    const busy = [range("2027-06-01T10:00Z", "2027-06-01T11:00Z")];
    assert.deepEqual(hoursOf(on("2027-06-01", { hours, busy })), [9, 11, 12]);
    assert.deepEqual(hoursOf(on("2027-06-01", { hours, busy, buffer_after_minutes: 1 })), [11, 12]);
    assert.deepEqual(hoursOf(on("2027-06-01", { hours, busy, buffer_before_minutes: 1 })), [9, 12]);
    const moment = [range("2027-06-01T12:59:59.999Z", "2027-06-01T15:00Z")];
    assert.deepEqual(hoursOf(on("2027-06-01", { hours, busy: moment })), [9, 10, 11]);
  });

  test("buffers may lie outside the hours", () => {
    const asked = { hours, buffer_before_minutes: 180, buffer_after_minutes: 180 };
    assert.deepEqual(hoursOf(on("2027-06-01", asked)), [9, 10, 11, 12]);
  });

  test("the notice does: a slot may begin exactly when it has passed", () => {
    const now = at("2027-06-01T09:00:00Z");
    assert.deepEqual(hoursOf(on("2027-06-01", { hours, now })), [9, 10, 11, 12]);
    assert.deepEqual(hoursOf(on("2027-06-01", { hours, now: now + 1 })), [10, 11, 12]);
    assert.deepEqual(hoursOf(on("2027-06-01", { hours, now, min_notice_minutes: 120 })), [11, 12]);
    assert.deepEqual(on("2027-05-31", { hours, now }), []);
  });

  test("the window does, counted in dates of the host", () => {
    const kiritimati = daily("Pacific/Kiritimati", ["09:00", "10:00"]);
    const asked = { hours: kiritimati, now: at("2027-06-01T10:00Z"), booking_window_days: 1 };
    // There the second of June has begun.
    assert.deepEqual(hoursOf(on("2027-06-03", asked)), [9]);
    assert.deepEqual(on("2027-06-04", asked), []);
  });

  test("a date of the host that has as many bookings as it may have is full, and no other date", () => {
    const auckland = daily("Pacific/Auckland", ["09:00", "11:00"]);
    const counted = [at("2027-06-01T21:00Z"), at("2027-06-02T11:59Z")];
    const asked = { hours: auckland, counted, max_per_day: 2 };
    assert.deepEqual(on("2027-06-02", asked), []);
    assert.deepEqual(hoursOf(on("2027-06-01", asked)), [9, 10]);
    assert.deepEqual(hoursOf(on("2027-06-02", { ...asked, max_per_day: 3 })), [9, 10]);
  });

  test("an inactive event type has none", () => {
    assert.deepEqual(on("2027-06-01", { hours, active: false }), []);
  });
});
