import assert from "node:assert/strict";
import { test } from "node:test";
import { Temporal } from "temporal-polyfill";
import { anchorOf, indexAt, periodOf, type Rhythm } from "./periods.ts";

const at = (text: string) => Temporal.Instant.from(text);
const starts = (anchor: string, rhythm: Rhythm, count: number): string[] =>
  Array.from({ length: count }, (_, index) => periodOf(at(anchor), rhythm, index).start.toString());
const monthly: Rhythm = { interval: "month", intervalCount: 1, timezone: "UTC" };

/** The days of the calendar, one after another, as a person would count them. */
interface Day {
  year: number;
  month: number;
  day: number;
}

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const lengthOf = (year: number, month: number) =>
  month === 2 && isLeap(year) ? 29 : (LENGTHS[month - 1] ?? 0);

function dayAfter({ year, month, day }: Day): Day {
  if (day < lengthOf(year, month)) return { year, month, day: day + 1 };
  return month < 12 ? { year, month: month + 1, day: 1 } : { year: year + 1, month: 1, day: 1 };
}

const text = ({ year, month, day }: Day): string =>
  `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** Every day on which a period begins, found by a walk through ten years of days. */
function walked(anchor: Day, { interval, intervalCount }: Rhythm): string[] {
  const found: string[] = [];
  let today = anchor;
  for (let days = 0; today.year < anchor.year + 10; days++, today = dayAfter(today)) {
    const months = (today.year - anchor.year) * 12 + today.month - anchor.month;
    const isDay = today.day === Math.min(anchor.day, lengthOf(today.year, today.month));
    const begins = {
      day: days % intervalCount === 0,
      week: days % (7 * intervalCount) === 0,
      month: isDay && months % intervalCount === 0,
      year: isDay && months % (12 * intervalCount) === 0,
    };
    if (begins[interval]) found.push(text(today));
  }
  return found;
}

/** Every day of the year; of rhythms that no month matters to, its ends and the leap day's neighbours. */
function anchorsOf(year: number, { interval }: Rhythm): Day[] {
  const days: Day[] = [];
  for (let day: Day = { year, month: 1, day: 1 }; day.year === year; day = dayAfter(day)) days.push(day);
  const few = [0, 58, 59, 60, days.length - 1].flatMap((index) => days[index] ?? []);
  return interval === "day" || interval === "week" ? few : days;
}

const rhythms: Rhythm[] = (["day", "week", "month", "year"] as const).flatMap((interval) =>
  [1, 2, 3, 5].map((intervalCount) => ({ interval, intervalCount, timezone: "UTC" })),
);
for (const rhythm of rhythms)
  test(`ten years from the days of a leap year and of another: every ${rhythm.intervalCount} ${rhythm.interval}`, () => {
    for (const year of [2027, 2028])
      for (const day of anchorsOf(year, rhythm)) {
        const expected = walked(day, rhythm);
        const found = starts(`${text(day)}T23:59:59.999Z`, rhythm, expected.length);
        assert.deepEqual(
          found,
          expected.map((date) => `${date}T23:59:59.999Z`),
        );
      }
  });

test("the end of a month clamps and comes back, leap days too", () => {
  assert.deepEqual(starts("2027-01-31T08:30:00Z", monthly, 5), [
    "2027-01-31T08:30:00Z",
    "2027-02-28T08:30:00Z",
    "2027-03-31T08:30:00Z",
    "2027-04-30T08:30:00Z",
    "2027-05-31T08:30:00Z",
  ]);
  const yearly: Rhythm = { interval: "year", intervalCount: 1, timezone: "UTC" };
  assert.deepEqual(
    starts("2028-02-29T00:00:00Z", yearly, 5).map((start) => start.slice(0, 10)),
    ["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"],
  );
});

test("a period ends where the next one starts, and a time is in one period", () => {
  for (const rhythm of rhythms)
    for (const anchor of ["2027-01-31T12:00:00Z", "2028-02-29T00:00:00Z", "2027-12-31T23:59:59.999Z"].map(at))
      for (let index = -3; index < 40; index++) {
        const { start, end } = periodOf(anchor, rhythm, index);
        assert.equal(end.toString(), periodOf(anchor, rhythm, index + 1).start.toString());
        assert.equal(indexAt(anchor, rhythm, start), index);
        assert.equal(indexAt(anchor, rhythm, end.subtract({ milliseconds: 1 })), index);
      }
});

test("a trial moves the anchor by days of the calendar, at the same clock time", () => {
  assert.equal(
    anchorOf(at("2027-03-27T12:00:00+01:00"), 2, "Europe/Berlin").toString(),
    "2027-03-29T10:00:00Z",
  );
  assert.equal(anchorOf(at("2027-01-01T00:00:00Z"), 0, "Asia/Tokyo").toString(), "2027-01-01T00:00:00Z");
});

const startsIn = (timezone: string, anchor: string, interval: Rhythm["interval"], count: number): string[] =>
  starts(anchor, { interval, intervalCount: 1, timezone }, count).map((start) =>
    at(start).toZonedDateTimeISO(timezone).toPlainDateTime().toString({ smallestUnit: "minute" }),
  );

test("a subscription from the first of a month is billed on the first of each, wherever its team is", () => {
  for (const [timezone, anchor] of [
    ["Europe/Berlin", "2027-03-01T00:00:00+01:00"],
    ["Asia/Tokyo", "2027-03-01T00:00:00+09:00"],
    ["Pacific/Auckland", "2027-03-01T00:00:00+13:00"],
    ["America/New_York", "2027-03-01T00:00:00-05:00"],
  ] as const)
    assert.deepEqual(
      startsIn(timezone, anchor, "month", 6),
      ["03", "04", "05", "06", "07", "08"].map((month) => `2027-${month}-01T00:00`),
    );
  assert.deepEqual(startsIn("America/New_York", "2027-02-28T20:00:00-05:00", "month", 3), [
    "2027-02-28T20:00",
    "2027-03-28T20:00",
    "2027-04-28T20:00",
  ]);
  assert.deepEqual(startsIn("Pacific/Auckland", "2027-01-31T00:00:00+13:00", "month", 4), [
    "2027-01-31T00:00",
    "2027-02-28T00:00",
    "2027-03-31T00:00",
    "2027-04-30T00:00",
  ]);
  assert.deepEqual(startsIn("Europe/Berlin", "2027-03-01T00:00:00+01:00", "year", 2), [
    "2027-03-01T00:00",
    "2028-03-01T00:00",
  ]);
});

test("a clock time that a date skips moves by the gap for that date alone; of one that comes twice the first counts", () => {
  assert.deepEqual(startsIn("Europe/Berlin", "2027-02-28T02:30:00+01:00", "month", 3), [
    "2027-02-28T02:30",
    "2027-03-28T03:30",
    "2027-04-28T02:30",
  ]);
  const daily: Rhythm = { interval: "day", intervalCount: 1, timezone: "Europe/Berlin" };
  assert.deepEqual(starts("2027-10-30T02:30:00+02:00", daily, 3), [
    "2027-10-30T00:30:00Z",
    "2027-10-31T00:30:00Z",
    "2027-11-01T01:30:00Z",
  ]);
  // The anchor itself stays the instant that was given.
  assert.deepEqual(starts("2027-10-31T02:30:00+01:00", daily, 2), [
    "2027-10-31T01:30:00Z",
    "2027-11-01T01:30:00Z",
  ]);
});

const ZONES = [
  ...["Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Asia/Tokyo", "Asia/Kathmandu", "UTC"],
  ...["Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Chatham", "America/St_Johns", "Africa/Cairo"],
  ...["Pacific/Kiritimati"],
];

/** Minutes that the clock of a zone is ahead of UTC, as Intl formats it. */
function clockOf(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat("en", {
    ...{ timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" },
  });
  return (ms) => {
    const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - ms;
  };
}

const DAY_MS = 86_400_000;

/** The instant at which a clock shows a time: the first of two, and behind a gap by as much as the gap is long. */
function instantAt(aheadAt: (ms: number) => number, shownMs: number): number {
  const [before, after] = [aheadAt(shownMs - DAY_MS), aheadAt(shownMs + DAY_MS)];
  const found = [shownMs - before, shownMs - after].filter((ms) => ms + aheadAt(ms) === shownMs);
  return found.length > 0 ? Math.min(...found) : shownMs - before;
}

/** The date so many intervals later, by counting. */
function laterBy({ year, month, day }: Day, interval: Rhythm["interval"], count: number): Day {
  if (interval === "day" || interval === "week") {
    let date: Day = { year, month, day };
    for (let left = count * (interval === "week" ? 7 : 1); left > 0; left--) date = dayAfter(date);
    return date;
  }
  const months = month - 1 + count * (interval === "year" ? 12 : 1);
  const [y, m] = [year + Math.floor(months / 12), (months % 12) + 1];
  return { year: y, month: m, day: Math.min(day, lengthOf(y, m)) };
}

/** Compares periods from every `stride`th day of two years with what counting on a calendar finds. */
function assertCounted(timezone: string, stride: number): void {
  const aheadAt = clockOf(timezone);
  const minutes = [0, 150, 1_439];
  let day: Day = { year: 2027, month: 1, day: 1 };
  for (let n = 0; day.year < 2029; n++, day = dayAfter(day)) {
    if (n % stride !== 0) continue;
    const shownMs = (date: Day) =>
      Date.UTC(date.year, date.month - 1, date.day) + (minutes[(n / stride) % minutes.length] ?? 0) * 60_000;
    const anchorMs = instantAt(aheadAt, shownMs(day));
    // A time that the first date skips is another one on the dates that follow.
    if (anchorMs + aheadAt(anchorMs) !== shownMs(day)) continue;
    for (const interval of ["day", "week", "month", "year"] as const)
      for (const index of [1, 2, 7, 12]) {
        const rhythm: Rhythm = { interval, intervalCount: 1, timezone };
        const { start } = periodOf(Temporal.Instant.fromEpochMilliseconds(anchorMs), rhythm, index);
        if (start.epochMilliseconds !== instantAt(aheadAt, shownMs(laterBy(day, interval, index))))
          assert.fail(`${timezone}, ${text(day)}, ${interval} ${index}: ${start.toString()}`);
      }
  }
}

for (const timezone of ZONES)
  test(`periods from every day of two years are what counting on a calendar finds: ${timezone}`, () => {
    assertCounted(timezone, 1);
  });

test("periods are what counting on a calendar finds in every zone there is", () => {
  for (const timezone of Intl.supportedValuesOf("timeZone")) assertCounted(timezone, 37);
});

test("a period ends where the next one starts in every zone, and a time is in one period", () => {
  for (const timezone of ZONES)
    for (const interval of ["day", "week", "month"] as const)
      for (const anchor of ["2027-01-31T01:30:00Z", "2027-03-27T13:30:00Z"].map(at)) {
        const rhythm: Rhythm = { interval, intervalCount: 1, timezone };
        for (let index = -2; index < 14; index++) {
          const { start, end } = periodOf(anchor, rhythm, index);
          assert.equal(indexAt(anchor, rhythm, start), index);
          assert.equal(indexAt(anchor, rhythm, end.subtract({ milliseconds: 1 })), index);
        }
      }
});
