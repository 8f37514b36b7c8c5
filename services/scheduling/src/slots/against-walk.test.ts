import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { type Hours, type Interval, type Range, DAY_MS, dateOf, MINUTE_MS, stretches } from "./hours.ts";
import { slotStarts, slotStartsInTurns, type SlotQuestion } from "./slots.ts";
import { walkedSlots } from "./testing/walked-slots.ts";

/** A repeatable source of whole numbers below a bound (xorshift32). */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const zones = Intl.supportedValuesOf("timeZone");
const from2000 = Date.parse("2000-01-01T00:00Z");
const years = 38;

/** The time of day, on any minute; the end of the day is 24:00. */
const time = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** Up to three intervals that do not overlap; some touch, some reach midnight, and the last may go over it. */
function intervals(below: (bound: number) => number): Interval[] {
  const cuts = Array.from({ length: 6 }, () => below(97) * 15 + (below(4) === 0 ? below(15) : 0));
  const sorted = cuts.map((cut) => Math.min(cut, 1_440)).sort((a, b) => a - b);
  if (below(3) === 0) sorted[0] = 0;
  if (below(3) === 0) sorted[5] = 1_440;
  const touching = below(2) === 0 ? [sorted[0], sorted[1], sorted[1], sorted[5]] : sorted;
  const found: Interval[] = [];
  for (let index = 0; index + 1 < touching.length; index += 2) {
    const [start = 0, end = 0] = [touching[index], touching[index + 1]];
    if (start < end) found.push({ start: time(start), end: time(end) });
  }
  const last = found.at(-1);
  if (last !== undefined && last.start !== "00:00" && below(3) === 0)
    last.end = time(below(Number(last.start.slice(0, 2)) * 60 + Number(last.start.slice(3))));
  return found;
}

/** A time to look at: any, or one beside a change of the zone's clock. */
function moment(zone: string, below: (bound: number) => number): number {
  const start = from2000 + below(years * 365) * DAY_MS;
  if (below(4) === 0) return start;
  const [, change] = stretches(zone, start, start + 400 * DAY_MS).filter(
    (one, index, all) => index === 0 || one.offset !== all[index - 1]?.offset,
  );
  return (change?.from ?? start) - below(2 * 1_440) * MINUTE_MS;
}

function question(zone: string, start: number, below: (bound: number) => number): SlotQuestion {
  const days = [-2, -1, 0, 1, 2, 3].filter(() => below(4) === 0);
  const overrides = days.map((day) => ({
    date: dateOf(Math.floor(start / DAY_MS) + day),
    intervals: intervals(below),
    ...(below(3) === 0 ? { timezone: zones[below(zones.length)] ?? "UTC" } : {}),
  }));
  const weekly = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, intervals: intervals(below) }));
  const hours: Hours = { timezone: zone, weekly, overrides };
  const near = () => start + (below(3 * 1_440) - 720) * MINUTE_MS;
  const busy = Array.from({ length: below(4) }, (): Range => {
    const from = near();
    return { from, to: from + (1 + below(300)) * MINUTE_MS };
  });
  return {
    hours,
    rules: {
      active: true,
      duration_minutes: [5, 15, 20, 30, 45, 50, 60, 90, 120, 480, 1_380, 1_440][below(12)] ?? 60,
      slot_interval_minutes: [null, 5, 10, 15, 25, 30, 60, 720][below(8)] ?? null,
      buffer_before_minutes: below(2) * below(181),
      buffer_after_minutes: below(2) * below(181),
      min_notice_minutes: below(2) * below(2_000),
      booking_window_days: 1 + below(4),
      max_per_day: below(3) === 0 ? 1 + below(2) : null,
    },
    busy,
    counted: Array.from({ length: below(4) }, near),
    now: start - below(3 * 1_440) * MINUTE_MS,
  };
}

suite("slots of random hours, zones, dates and rules", () => {
  // Every zone of the tzdb once, and as many questions again in any zone.
  const below = numbers(20_270_314);
  const asked = [...zones, ...zones.map(() => zones[below(zones.length)] ?? "UTC")];
  test(`are those that a walk through every real minute finds, in all ${String(zones.length)} zones`, () => {
    let found = 0;
    for (const zone of asked) {
      const start = moment(zone, below);
      const range = { from: start, to: start + (1 + below(1_800)) * MINUTE_MS };
      const one = question(zone, start, below);
      const slots = slotStarts(one, range);
      found += slots.length;
      assert.deepEqual(slots, walkedSlots(one, range), JSON.stringify({ one, range }));
    }
    assert.ok(found > 1_000, "most questions have an answer");
  });
});

test("slots of a long range that are found in turns are those found at once", async () => {
  const below = numbers(7);
  for (let round = 0; round < 40; round += 1) {
    const zone = zones[below(zones.length)] ?? "UTC";
    const start = moment(zone, below);
    const one = question(zone, start, below);
    const rules = { ...one.rules, booking_window_days: 365 };
    const range = { from: start, to: start + below(62) * DAY_MS + below(1_440) * MINUTE_MS };
    assert.deepEqual(
      await slotStartsInTurns({ ...one, rules }, range, "a"),
      slotStarts({ ...one, rules }, range),
    );
  }
});
