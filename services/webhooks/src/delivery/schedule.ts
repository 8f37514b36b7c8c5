import type { RetrySchedule } from "@jst/jobs";

/** Schedules of which an endpoint has one. */
export type Retries = "standard" | "long";

/** Five POSTs: at once, and 1, 2, 4 and 8 minutes after the former failure (events.attempts). */
export const standardSchedule: RetrySchedule = {
  attemptsMax: 5,
  delays: [1, 2, 4, 8],
  minuteMs: 60_000,
  jitter: 0.1,
};

const hour = 60;
/** Ten POSTs within 72 hours (events.attempts). A small jitter of the long waits keeps that limit. */
const longSchedule = {
  attemptsMax: 10,
  delays: [5 / 60, 5, 30, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 20 * hour],
  jitter: 0.005,
  askedMsMax: 24 * hour * 60_000,
};

/** Returns the schedule of an endpoint. The long one has the minute of `standard`, and at most its jitter. */
export function scheduleOf(retries: Retries, standard: RetrySchedule): RetrySchedule {
  if (retries === "standard") return standard;
  return { ...standard, ...longSchedule, jitter: Math.min(longSchedule.jitter, standard.jitter) };
}

/** Returns SQL of the number of attempts of a new delivery to the endpoint in the row `alias`. */
export const attemptsMaxOf = (alias: string): string =>
  `case ${alias}.retries when 'long' then ${longSchedule.attemptsMax} else ${standardSchedule.attemptsMax} end`;

/** Longest time between the claim of a paced delivery, which counts its POST, and the begin of the POST. */
export const BEGIN_SECONDS = 5;

/** Seconds over which claims are counted: no POST of an older claim begins within the last 60 (events.pace). */
export const PACE_SECONDS = 60 + BEGIN_SECONDS;
