import assert from "node:assert/strict";
import { test } from "node:test";
import { instantMs, isDate, isInstant, readInstant, shownInstant, uncheckedMs } from "./instant.ts";
import { oddInstants, notInstants } from "./testing/odd-instants.ts";

test("an instant is read in UTC, to the microsecond", () => {
  assert.equal(readInstant("2026-01-02T03:04:05Z"), "2026-01-02T03:04:05+00:00");
  assert.equal(readInstant("2026-01-02t03:04:05.123456789z"), "2026-01-02T03:04:05.123456+00:00");
  assert.equal(instantMs("2026-01-02T03:04:05.1239Z"), Date.UTC(2026, 0, 2, 3, 4, 5, 123));
  assert.equal(shownInstant("2026-01-02T03:04:05 01:00"), "2026-01-02T02:04:05.000Z");
});

test("any offset of RFC 3339 is read, up to a minute less than a day", () => {
  for (const [text, shown] of Object.entries(oddInstants)) {
    assert.equal(isInstant(text), true, text);
    assert.equal(shownInstant(text), shown, text);
  }
});

test("nothing else is an instant, however PostgreSQL, Date or another validator would read it", () => {
  for (const text of notInstants) {
    assert.equal(isInstant(text), false, text);
    assert.throws(() => readInstant(text), RangeError, text);
    assert.equal(uncheckedMs(text), Number.NaN, text);
  }
});

test("a date is a day of the calendar", () => {
  for (const day of ["2026-01-01", "2028-02-29", "0001-01-01", "9999-12-31"])
    assert.equal(isDate(day), true, day);
  for (const day of [
    "",
    "2026-02-29",
    "2026-13-01",
    "0000-01-01",
    "2026-1-1",
    "20260101",
    "2026-01-01Z",
    "2026-01-01\n",
  ]) {
    assert.equal(isDate(day), false, day);
  }
});
