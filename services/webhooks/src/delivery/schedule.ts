/** When a failed delivery is tried again. */
export interface RetrySchedule {
  /** POSTs in all; after the last one fails the delivery is failed (contract R1). */
  attemptsMax: number;
  /** Minutes until the next POST after the first, second, … failure; one more than five POSTs use (specification 6). */
  delays: readonly number[];
  /** Length of such a minute in milliseconds. */
  minuteMs: number;
}

/** The specification's schedule: POSTs at 0, then 1, 2, 4 and 8 minutes after the failure before. */
export const standardSchedule: RetrySchedule = { attemptsMax: 5, delays: [1, 2, 4, 8, 16], minuteMs: 60_000 };

/** Milliseconds until the POST after this one (counted from 1) when it fails; undefined when there is none. */
export function retryAfterMs(schedule: RetrySchedule, attempt: number): number | undefined {
  if (attempt >= schedule.attemptsMax) return undefined;
  const delay = schedule.delays[attempt - 1] ?? schedule.delays.at(-1);
  return delay === undefined ? undefined : delay * schedule.minuteMs;
}
