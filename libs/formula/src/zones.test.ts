import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "./index.ts";
import { computedOf } from "./testing/evaluated.ts";

/** Evaluates the formula in a zone at an instant, for a row with the instant in `at` and the day in `d`. */
function seen(source: string, timezone: string, instant: string, day = "2026-03-29"): Json | undefined {
  const row = { id: "r", created_at: instant, updated_at: instant, data: { at: instant, d: day } };
  const view = { timezone, nowMs: Date.parse(instant) };
  const { computed, computed_errors } = computedOf(new Map([["f", source]]), row, view);
  return computed_errors?.["f"] ?? computed["f"];
}

const cases: [source: string, timezone: string, instant: string, expected: Json, day?: string][] = [
  // The same instant is another day, hour and weekday elsewhere.
  ["TODAY()", "UTC", "2026-03-01T23:30:00Z", "2026-03-01"],
  ["TODAY()", "Europe/Berlin", "2026-03-01T23:30:00Z", "2026-03-02"],
  ["TODAY()", "Pacific/Kiritimati", "2026-03-01T10:30:00Z", "2026-03-02"],
  ["TODAY()", "Pacific/Pago_Pago", "2026-03-01T10:30:00Z", "2026-02-28"],
  ["WEEKDAY({at})", "Asia/Kolkata", "2026-03-01T18:31:00Z", 1],
  ['DATE_FORMAT({at}, "HH:mm")', "Asia/Kathmandu", "2026-03-01T00:00:00Z", "05:45"],
  ['DATE_FORMAT({at}, "HH:mm")', "America/St_Johns", "2026-01-01T00:00:00Z", "20:30"],
  // Lord Howe Island moves its clocks by half an hour.
  ['DATE_FORMAT({at}, "HH:mm")', "Australia/Lord_Howe", "2026-04-04T14:59:00Z", "01:59"],
  ['DATE_FORMAT({at}, "HH:mm")', "Australia/Lord_Howe", "2026-04-04T15:00:00Z", "01:30"],
  // St. John's moved its clocks at one minute past midnight, from 1987 to 2011.
  ['DATE_FORMAT({at}, "HH:mm")', "America/St_Johns", "2007-03-11T03:30:59Z", "00:00"],
  ['DATE_FORMAT({at}, "HH:mm")', "America/St_Johns", "2007-03-11T03:31:00Z", "01:01"],
  ['DATE_FORMAT({at}, "YYYY-MM-DD HH:mm")', "America/St_Johns", "1994-10-30T02:31:00Z", "1994-10-29 23:01"],
  ['DATE_PARSE("1996-04-07T01:12:20")', "America/St_Johns", "2026-01-01T00:00:00Z", "1996-04-07T03:42:20.000Z"],
  // Berlin went from its own time to that of its 15th meridian, six and a half minutes ahead.
  ['DATE_FORMAT({at}, "HH:mm:ss")', "Europe/Berlin", "1893-03-31T23:06:31Z", "23:59:59"],
  ['DATE_FORMAT({at}, "HH:mm:ss")', "Europe/Berlin", "1893-03-31T23:06:32Z", "00:06:32"],
  // Clocks go forward from 2:00 to 3:00: the hour between is not there.
  ["HOUR({at})", "Europe/Berlin", "2026-03-29T00:59:59Z", 1],
  ["HOUR({at})", "Europe/Berlin", "2026-03-29T01:00:00Z", 3],
  ['DATE_PARSE("2026-03-29T02:30")', "Europe/Berlin", "2026-01-01T00:00:00Z", "2026-03-29T01:30:00.000Z"],
  ['DATE_DIFF(DATE_PARSE("2026-03-30"), {d}, "hours")', "Europe/Berlin", "2026-01-01T00:00:00Z", 23],
  ['DATE_DIFF(DATE_PARSE("2026-03-30"), {d}, "days")', "Europe/Berlin", "2026-01-01T00:00:00Z", 1],
  ['DATE_ADD({at}, 1, "day")', "Europe/Berlin", "2026-03-28T11:00:00Z", "2026-03-29T10:00:00.000Z"],
  ['DATE_ADD({at}, 24, "hours")', "Europe/Berlin", "2026-03-28T11:00:00Z", "2026-03-29T11:00:00.000Z"],
  // Clocks go back from 3:00 to 2:00: an hour is there twice, and the earlier is meant.
  ["HOUR({at})", "Europe/Berlin", "2026-10-25T00:30:00Z", 2],
  ["HOUR({at})", "Europe/Berlin", "2026-10-25T01:30:00Z", 2],
  ['DATE_PARSE("2026-10-25T02:30")', "Europe/Berlin", "2026-01-01T00:00:00Z", "2026-10-25T00:30:00.000Z"],
  ['DATE_DIFF(DATE_PARSE("2026-10-26"), DATE_PARSE("2026-10-25"), "hours")', "Europe/Berlin", "2026-01-01T00:00:00Z", 25],
  // A day that is not there: Samoa went from the 29th to the 31st of December 2011.
  ['DAY(DATE_ADD(DATE_PARSE("2011-12-29T12:00"), 24, "hours"))', "Pacific/Apia", "2026-01-01T00:00:00Z", 31],
  // Midnight that is not there: a date begins where the day does.
  ['IS_BEFORE(DATE_PARSE("2018-11-04"), DATE_PARSE("2018-11-04T03:00:00Z"))', "America/Sao_Paulo", "2026-01-01T00:00:00Z", false],
  ['IS_SAME(DATE_PARSE("2018-11-04"), DATE_PARSE("2018-11-04T03:00:00Z"))', "America/Sao_Paulo", "2026-01-01T00:00:00Z", true],
  ['IS_SAME({at}, {d}, "day")', "Europe/Berlin", "2026-03-28T23:30:00Z", true],
  ['IS_SAME({at}, {d}, "day")', "UTC", "2026-03-28T23:30:00Z", false],
  // The hour that is there twice is two hours; those of India begin at half past in UTC.
  ['IS_SAME({at}, DATE_ADD({at}, 1, "hour"), "hour")', "Europe/Berlin", "2026-10-25T00:30:00Z", false],
  ['IS_SAME({at}, DATE_ADD({at}, 1, "hour"), "minute")', "Europe/Berlin", "2026-10-25T00:30:00Z", false],
  ['IS_SAME({at}, DATE_ADD({at}, 1, "hour"), "day")', "Europe/Berlin", "2026-10-25T00:30:00Z", true],
  ['IS_SAME({at}, DATE_ADD({at}, 20, "minutes"), "hour")', "Asia/Kolkata", "2026-03-01T10:50:00Z", true],
  ['IS_SAME({at}, DATE_ADD({at}, 20, "minutes"), "hour")', "Asia/Kolkata", "2026-03-01T10:20:00Z", false],
  ['IS_SAME({d}, DATE_PARSE("2018-11-04T03:10:00Z"), "hour")', "America/Sao_Paulo", "2026-01-01T00:00:00Z", true, "2018-11-04"],
  // The hour that ended half a minute before St. John's went forward by one is not the one after it.
  ['IS_SAME({at}, DATE_ADD({at}, 35, "minutes"), "hour")', "America/St_Johns", "2007-03-11T03:30:30Z", false],
  ['IS_SAME({at}, DATE_ADD({at}, 29, "seconds"), "hour")', "America/St_Johns", "2007-03-11T03:30:30Z", true],
  // An instant of the last year that local clocks show in the year 10000.
  ["YEAR({at})", "UTC", "9999-12-31T23:30:00Z", 9999],
  ["YEAR({at})", "Europe/Berlin", "9999-12-31T23:30:00Z", "#NUM!"],
  ['DATE_FORMAT({at}, "YYYY-MM-DD")', "Europe/Berlin", "9999-12-31T23:30:00Z", "#NUM!"],
  ['DATE_FORMAT({at}, "YYYY-MM-DD")', "America/New_York", "0001-01-01T00:30:00Z", "#NUM!"],
]; // prettier-ignore

for (const [source, timezone, instant, expected, day] of cases) {
  test(`${source} in ${timezone} at ${instant} is ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(seen(source, timezone, instant, day), expected);
  });
}

/** Zones that change their clocks by an hour or half of one, at midnight, a minute after it, or by a whole day. */
const moving = [
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "America/Sao_Paulo",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "Pacific/Apia",
];
const DAY_MS = 86_400_000;

for (const zone of moving) {
  test(`clocks of ${zone} show what Intl shows, every seven minutes of each day on which they changed, 2006 to 2013`, (t) => {
    const options = { timeZone: zone, dateStyle: "short", timeStyle: "medium" } as const;
    // As YYYY-MM-DD HH:mm:ss, which is how Swedish writes it.
    const clock = new Intl.DateTimeFormat("sv-SE", options);
    const shownAt = (ms: number) => Date.parse(`${clock.format(ms).replace(" ", "T")}Z`);
    let compared = 0;
    for (let day = Date.UTC(2006, 0, 1); day < Date.UTC(2014, 0, 1); day += DAY_MS) {
      const isChange = shownAt(day + DAY_MS) - shownAt(day) !== DAY_MS;
      for (let ms = day; isChange && ms < day + DAY_MS; ms += 420_000) {
        const instant = new Date(ms).toISOString();
        assert.equal(seen('DATE_FORMAT({at}, "YYYY-MM-DD HH:mm:ss")', zone, instant), clock.format(ms));
        compared += 1;
      }
    }
    t.diagnostic(`${compared} instants`);
    assert.ok(compared > 400, `${compared} instants`);
  });
}
