import assert from "node:assert/strict";
import { test } from "node:test";
import { Temporal } from "temporal-polyfill";
import { anchorOf, indexAt, periodOf, type Rhythm } from "./periods.ts";

const at = (text: string) => Temporal.Instant.from(text);
const starts = (anchor: string, rhythm: Rhythm, count: number): string[] =>
  Array.from({ length: count }, (_, index) => periodOf(at(anchor), rhythm, index).start.toString());
const monthly: Rhythm = { interval: "month", intervalCount: 1 };

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
  [1, 2, 3, 5].map((intervalCount) => ({ interval, intervalCount })),
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
  const yearly: Rhythm = { interval: "year", intervalCount: 1 };
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

test("a trial moves the anchor by whole days of 24 hours, whatever clocks do", () => {
  assert.equal(anchorOf(at("2027-03-27T12:00:00+01:00"), 2).toString(), "2027-03-29T11:00:00Z");
  assert.equal(anchorOf(at("2027-01-01T00:00:00Z"), 0).toString(), "2027-01-01T00:00:00Z");
});
