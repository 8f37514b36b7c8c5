/** When a failed delivery is tried again. */
export interface RetrySchedule {
  /** POSTs in all; after the last one fails the delivery is failed (events.attempts). */
  attemptsMax: number;
  /** Minutes until the next POST after the first, second, … failure; one more than five POSTs use (events.attempts). */
  delays: readonly number[];
  /** Length of such a minute in milliseconds. */
  minuteMs: number;
  /**
   * A retry comes later by up to this share of its delay, never earlier: those of one outage are not all made at once.
   */
  jitter: number;
}

/** The schedule of the contract: POSTs at 0, then 1, 2, 4 and 8 minutes after the failure before. */
export const standardSchedule: RetrySchedule = {
  attemptsMax: 5,
  delays: [1, 2, 4, 8, 16],
  minuteMs: 60_000,
  jitter: 0.1,
};

/** An endpoint may ask for patience, but not for more than this: an event that waits for days helps nobody. */
const askedMsMax = 3_600_000;

/**
 * Milliseconds until the POST after this one (counted from 1) when it fails; undefined when there is none. `askedMs` is
 * the wait the endpoint asked for, which makes it longer and never shorter.
 */
export function retryAfterMs(schedule: RetrySchedule, attempt: number, askedMs = 0): number | undefined {
  const { attemptsMax, delays, minuteMs, jitter } = schedule;
  if (attempt >= attemptsMax) return undefined;
  const delay = delays[attempt - 1] ?? delays.at(-1);
  if (delay === undefined) return undefined;
  return Math.max(delay * minuteMs, Math.min(askedMs, askedMsMax)) * (1 + Math.random() * jitter);
}

/** The wait that a Retry-After header asks for, in milliseconds: seconds or a date; 0 for what is neither. */
export function askedWaitMs(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}
