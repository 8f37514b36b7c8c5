import type { RetrySchedule } from "@jst/jobs";

/** The specification's schedule (events.attempts): POSTs at 0, then 1, 2, 4 and 8 minutes after the failure before. */
export const standardSchedule: RetrySchedule = {
  attemptsMax: 5,
  delays: [1, 2, 4, 8, 16],
  minuteMs: 60_000,
  jitter: 0.1,
};
