import assert from "node:assert/strict";
import { test } from "node:test";
import { quietUntil, type QuietHours } from "./quiet-hours.ts";

const at = (text: string): number => Date.parse(text);
const until = (text: string, quiet: QuietHours, zone: string): string | undefined => {
  const end = quietUntil(at(text), quiet, zone);
  return end === undefined ? undefined : new Date(end).toISOString();
};
const night = { from: "22:00", to: "07:00" };

test("quiet hours go over midnight of the local clock, and outside of them nothing waits", () => {
  const zone = "Europe/Berlin";
  assert.equal(until("2026-01-10T20:59:59.999Z", night, zone), undefined);
  assert.equal(until("2026-01-10T21:00:00Z", night, zone), "2026-01-11T06:00:00.000Z");
  assert.equal(until("2026-01-11T05:59:59.500Z", night, zone), "2026-01-11T06:00:00.000Z");
  assert.equal(until("2026-01-11T06:00:00Z", night, zone), undefined);
  assert.equal(
    until("2026-07-11T04:30:00Z", { from: "06:00", to: "12:00" }, zone),
    "2026-07-11T10:00:00.000Z",
  );
});

test("a night whose clock changes ends at the hour that the local clock shows", () => {
  assert.equal(until("2026-03-28T22:00:00Z", night, "Europe/Berlin"), "2026-03-29T05:00:00.000Z");
  assert.equal(until("2026-10-24T22:00:00Z", night, "Europe/Berlin"), "2026-10-25T06:00:00.000Z");
});

test("quiet hours that a night skips do not delay anything, and those that come twice are quiet twice", () => {
  const skipped = { from: "02:00", to: "02:30" };
  for (const minute of ["00:59", "01:00", "01:15"])
    assert.equal(until(`2026-03-29T${minute}:00Z`, skipped, "Europe/Berlin"), undefined, minute);
  assert.equal(until("2026-10-25T00:10:00Z", skipped, "Europe/Berlin"), "2026-10-25T00:30:00.000Z");
  assert.equal(until("2026-10-25T01:10:00Z", skipped, "Europe/Berlin"), "2026-10-25T01:30:00.000Z");
  // The half of the hour that is quiet ends when the clock goes back to the other one.
  const half = { from: "02:30", to: "03:00" };
  assert.equal(until("2026-10-25T00:40:00Z", half, "Europe/Berlin"), "2026-10-25T01:00:00.000Z");
});

/** Year whose clock changes are looked at. */
const YEAR = 2026;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const windows: readonly QuietHours[] = [
  night,
  { from: "02:00", to: "02:30" },
  { from: "02:30", to: "02:00" },
  { from: "00:00", to: "23:59" },
  { from: "23:59", to: "00:01" },
  { from: "01:17", to: "03:43" },
];

/** A clock by Intl alone: the minutes that a zone shows. */
class Clock {
  readonly #format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    const parts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
    this.#format = new Intl.DateTimeFormat("en-GB", { timeZone, ...parts });
  }

  /** Minute of the day, as HH:MM. */
  shows = (ms: number): string => this.#format.format(ms);
}

/** Hours of the year after which the zone's clock has not moved by one hour. */
function changesOf({ shows }: Clock): number[] {
  const found: number[] = [];
  const start = Date.UTC(YEAR, 0, 1);
  for (let hour = start; hour < Date.UTC(YEAR + 1, 0, 1); hour += 24 * HOUR_MS)
    if (shows(hour) !== shows(hour + 24 * HOUR_MS))
      for (let h = hour; h < hour + 24 * HOUR_MS; h += HOUR_MS)
        if ((minutes(shows(h + HOUR_MS)) - minutes(shows(h)) + 1_440) % 1_440 !== 60) found.push(h);
  return found;
}

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** The first minute that is not quiet, found by looking at each. */
function walked(shown: readonly string[], from: number, quiet: QuietHours): number {
  let place = from;
  // Clocks are compared as texts: 23:59 is later than 07:00.
  const isQuiet = (clock: string): boolean =>
    quiet.from < quiet.to
      ? quiet.from <= clock && clock < quiet.to
      : !(quiet.to <= clock && clock < quiet.from);
  while (isQuiet(shown[place] ?? assert.fail("The walk left its days."))) place += 1;
  return place;
}

test("around every clock change of the year, in every zone, the hours end where a walk by minutes ends", () => {
  let compared = 0;
  const zones = ["UTC", ...Intl.supportedValuesOf("timeZone")];
  for (const zone of zones) {
    const clock = new Clock(zone);
    // A zone whose clock never changes is looked at on one day.
    const changes = changesOf(clock);
    for (const change of changes.length === 0 ? [Date.UTC(YEAR, 5, 1)] : changes) {
      const first = change - 24 * HOUR_MS;
      const shown = Array.from({ length: 80 * 60 }, (_, n) => clock.shows(first + n * MINUTE_MS));
      for (let n = 0; n < 30 * 60; n += 59)
        for (const quiet of windows) {
          const start = first + n * MINUTE_MS + 1_234;
          const place = walked(shown, n, quiet);
          const wanted = place === n ? undefined : first + place * MINUTE_MS;
          assert.equal(quietUntil(start, quiet, zone), wanted, `${zone} ${new Date(start).toISOString()}`);
          compared += 1;
        }
    }
  }
  assert.ok(compared > 100_000, `${compared} instants`);
});
