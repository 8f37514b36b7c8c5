import assert from "node:assert/strict";
import { test } from "node:test";
import { isDate, parseTimestamp } from "./timestamp.ts";

test("a strict RFC 3339 instant is kept to the microsecond", () => {
  assert.equal(parseTimestamp("2026-01-02T03:04:05Z"), "2026-01-02T03:04:05+00:00");
  assert.equal(parseTimestamp("2026-01-02t03:04:05.123456789z"), "2026-01-02T03:04:05.123456+00:00");
  assert.equal(parseTimestamp("2026-01-02T03:04:05+14:00"), "2026-01-02T03:04:05+14:00");
  assert.equal(parseTimestamp("2026-01-02T03:04:05 01:00"), "2026-01-02T03:04:05+01:00");
});

test("nothing else is an instant, however PostgreSQL or Date would read it", () => {
  const wrong = [
    "", "now", "today", "infinity", "-infinity", "epoch", "20260101", "Jan 1 2026", "2026-01-01", "2026-01-01T00:00:00",
    "2026-01-01T24:00:00Z", "2026-01-01T23:59:60Z", "2026-02-30T00:00:00Z", "2026-01-01T00:00:00 BC", "0000-01-01T00:00:00Z",
    "294277-01-01T00:00:00Z", "1767225600", "2026-01-01T00:00:00+15:00", "2026-01-01T00:00:00+01:60", "2026-01-01T00:00:00Z ",
    "2026-01-01T00:00:00Z\n",
  ]; // prettier-ignore
  for (const text of wrong) assert.equal(parseTimestamp(text), undefined, text);
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
