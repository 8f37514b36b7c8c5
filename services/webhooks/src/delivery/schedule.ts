import type { RetrySchedule } from "@jst/jobs";

/** The schedules that an endpoint chooses from. */
export type Retries = "standard" | "long";

/** POSTs at once, then 1, 2, 4 and 8 minutes after the failure before (events.attempts). */
export const standardSchedule: RetrySchedule = {
  attemptsMax: 5,
  delays: [1, 2, 4, 8, 16],
  minuteMs: 60_000,
  jitter: 0.1,
};

const hour = 60;
/** Ten POSTs in less than 72 hours, so the spread of its long waits is small (events.attempts). */
const longSchedule = {
  attemptsMax: 10,
  delays: [5 / 60, 5, 30, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 20 * hour],
  jitter: 0.005,
  askedMsMax: 24 * hour * 60_000,
};

/** Answers the schedule of an endpoint, with the length of a minute and the spread at most of the standard one. */
export function scheduleOf(retries: Retries, standard: RetrySchedule): RetrySchedule {
  if (retries === "standard") return standard;
  return { ...standard, ...longSchedule, jitter: Math.min(longSchedule.jitter, standard.jitter) };
}

/** Makes the SQL of the attempts that a new delivery to the endpoint of the row `alias` has. */
export const attemptsMaxOf = (alias: string): string =>
  `case ${alias}.retries when 'long' then ${longSchedule.attemptsMax} else ${standardSchedule.attemptsMax} end`;
