import { validationFailed, type FieldError } from "@jst/errors";
import { Temporal } from "temporal-polyfill";
import type { Recurring } from "../../gen/rpc.ts";
import { anchorOf, indexAt, periodOf, type Rhythm } from "../periods/periods.ts";

/** Most periods that a subscription may be behind when it is made. */
const BEHIND_MAX = 1_000;
/** Years beyond have no form that the API could show. */
const LAST = Temporal.Instant.from("9999-12-31T23:59:59.999Z");

/** Start and end of a new subscription, as they were requested. */
export interface SubscriptionDates {
  startAt: string | undefined;
  trialDays: number;
  cancelAt: string | undefined;
  rhythm: Rhythm;
}

/** Returns the dates of a subscription that begins now, without a trial and without an end. */
export const startingNow = (
  { interval, interval_count: intervalCount = 1 }: Recurring,
  timezone: string,
): SubscriptionDates => ({
  startAt: undefined,
  trialDays: 0,
  cancelAt: undefined,
  rhythm: { interval, intervalCount, timezone },
});

/** First state and period of a subscription; times in the form of columns. */
export interface Opening {
  status: "pending" | "trialing" | "active";
  start_at: string;
  trial_end: string | null;
  billing_anchor: string;
  current_period_start: string | null;
  current_period_end: string | null;
  cancel_at: string | null;
  /** When something happens next, where nothing is to be done at once. */
  dueAt: string;
}

/** Writes a time to the millisecond, as columns and the API have it. */
export const instantText = (time: Temporal.Instant): string =>
  time.toString({ fractionalSecondDigits: 3, roundingMode: "floor" });

/**
 * Finds how a subscription begins at this time (commerce.subscription-states). Throws 422 for one that is too many
 * periods behind, and for an end that is over or before the start.
 */
export function openingOf(
  { startAt, trialDays, cancelAt, rhythm }: SubscriptionDates,
  nowMs: number,
): Opening {
  const now = Temporal.Instant.fromEpochMilliseconds(Math.floor(nowMs));
  const start = startAt === undefined ? now : Temporal.Instant.from(startAt);
  const anchor = anchorOf(start, trialDays, rhythm.timezone);
  const cancel = cancelAt === undefined ? undefined : Temporal.Instant.from(cancelAt);
  requireTimes({ start, anchor, cancel, now, rhythm });
  const facts = {
    start_at: instantText(start),
    trial_end: trialDays === 0 ? null : instantText(anchor),
    billing_anchor: instantText(anchor),
    cancel_at: cancel === undefined ? null : instantText(cancel),
  };
  const soonest = (time: Temporal.Instant): string =>
    instantText(cancel !== undefined && isBefore(cancel, time) ? cancel : time);
  if (isBefore(now, start))
    return { ...facts, status: "pending", ...period(null, null), dueAt: soonest(start) };
  if (isBefore(now, anchor))
    return { ...facts, status: "trialing", ...period(start, anchor), dueAt: soonest(anchor) };
  const first = periodOf(anchor, rhythm, 0);
  return { ...facts, status: "active", ...period(first.start, first.end), dueAt: soonest(first.end) };
}

const isBefore = (one: Temporal.Instant, other: Temporal.Instant): boolean =>
  Temporal.Instant.compare(one, other) < 0;

const period = (start: Temporal.Instant | null, end: Temporal.Instant | null) => ({
  current_period_start: start && instantText(start),
  current_period_end: end && instantText(end),
});

function requireTimes(times: {
  start: Temporal.Instant;
  anchor: Temporal.Instant;
  cancel: Temporal.Instant | undefined;
  now: Temporal.Instant;
  rhythm: Rhythm;
}): void {
  const { start, anchor, cancel, now, rhythm } = times;
  const faults: FieldError[] = [];
  if (isBefore(LAST, anchor) || isBefore(LAST, periodOf(anchor, rhythm, 0).end))
    faults.push(
      outOfRange("start_at", "The first period must end before the year 10000. Send an earlier start."),
    );
  else if (indexAt(anchor, rhythm, now) > BEHIND_MAX)
    faults.push(
      outOfRange(
        "start_at",
        `At most ${BEHIND_MAX} periods can lie between the start and now. Send a later start.`,
      ),
    );
  if (cancel !== undefined && (!isBefore(start, cancel) || !isBefore(now, cancel)))
    faults.push(
      outOfRange(
        "cancel_at",
        "Must be a time in the future and after the start, such as 2030-01-31T12:00:00Z.",
      ),
    );
  if (faults.length > 0) throw validationFailed(faults);
}

const outOfRange = (field: string, message: string): FieldError => ({ field, code: "out_of_range", message });
