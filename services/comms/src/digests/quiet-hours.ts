import { Temporal } from "temporal-polyfill";

/** Hours of every local day in which no mail is made, as HH:MM; they go over midnight where `to` is the earlier. */
export interface QuietHours {
  /** The first minute that is quiet. */
  from: string;
  /** The first minute that is not. */
  to: string;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/**
 * Returns the instant at which the quiet hours around `at` end: the first at which the local clock shows a minute that
 * is not quiet. Undefined where the clock shows such a minute already. A minute that a day skips is not there, and one
 * that comes twice is quiet twice. All in ms since 1970.
 */
export function quietUntil(at: number, { from, to }: QuietHours, timeZone: string): number | undefined {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  const isQuiet = (minute: number): boolean =>
    start < end ? minute >= start && minute < end : minute >= start || minute < end;
  let local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  for (;;) {
    const minute = local.hour * 60 + local.minute;
    if (!isQuiet(minute)) return local.epochMilliseconds === at ? undefined : local.epochMilliseconds;
    const left = (end - minute + DAY_MINUTES) % DAY_MINUTES;
    const over = local.epochMilliseconds - local.second * 1_000 - local.millisecond + left * MINUTE_MS;
    const then = Temporal.Instant.fromEpochMilliseconds(over).toZonedDateTimeISO(timeZone);
    if (then.offsetNanoseconds === local.offsetNanoseconds) return over;
    // The clock changes before the end: the hours go on from the time that it shows then.
    const change = local.getTimeZoneTransition("next");
    if (change === null) return over;
    local = change;
  }
}

function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}
