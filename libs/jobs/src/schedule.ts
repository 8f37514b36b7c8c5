/** When what failed is tried again. */
export interface RetrySchedule {
  /** Attempts in all. */
  attemptsMax: number;
  /** Minutes until the next attempt after the first, second, … failure; the last stands for all that follow. */
  delays: readonly number[];
  /** Length of such a minute in milliseconds. */
  minuteMs: number;
  /**
   * A retry comes later by up to this share of its delay, never earlier: those of one outage are not all made at once.
   */
  jitter: number;
  /** The longest wait in milliseconds that somebody called may ask for; an hour unless it is given. */
  askedMsMax?: number;
}

/** The longest wait that somebody called may ask for, unless the schedule has another. */
const ASKED_MS_MAX = 3_600_000;

/**
 * Milliseconds until the attempt after this one (counted from 1) when it fails; undefined when there is none. `askedMs`
 * is the wait that was asked for, which makes it longer and never shorter.
 */
export function retryAfterMs(schedule: RetrySchedule, attempt: number, askedMs = 0): number | undefined {
  const { attemptsMax, delays, minuteMs, jitter, askedMsMax = ASKED_MS_MAX } = schedule;
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
