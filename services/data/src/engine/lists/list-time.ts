import { RunningTime } from "@jst/db";
import { AppError } from "@jst/errors";
import type { Call } from "@jst/rpc";
import type { SoughtText } from "./sought-texts.ts";
import { textRefusal } from "./text-refusals.ts";

/** So long a list that may take long waits and reads in all: less than the 30 s that the gateway gives a request. */
const LIST_MS = 28_000;
/** So long statements look through texts. */
export const LOOKING_MS = 19_000;

/** The time of a list that may take long. */
export interface ListTime {
  /** Milliseconds left for everything. */
  leftMs: () => number;
  /** Running time of the statements of a list that searches texts, or sorts by names of other rows. */
  running: RunningTime | undefined;
}

/**
 * Returns the time of a list from now on. Statements that look for texts, or read names to sort by, for longer than
 * they may are refused with what to do (400 invalid_filter, invalid_sort); what waits or works longer otherwise is 503
 * or 504.
 */
export function listTime(
  { context, deps: { lookingMs } }: Pick<Call<{ lookingMs: number }>, "context" | "deps">,
  sought: readonly SoughtText[],
  isByNames = false,
): ListTime {
  const endMs = performance.now() + Math.min(context.timeoutMs, LIST_MS);
  const refusal = (cause?: unknown) => {
    if (sought.length === 0) return namesRefusal(lookingMs, cause);
    const reason = "The text search of this list " + `takes longer than ${lookingMs / 1_000} seconds.`;
    return textRefusal(reason, sought, cause);
  };
  return {
    leftMs: () => Math.max(1, Math.floor(endMs - performance.now())),
    running: sought.length === 0 && !isByNames ? undefined : new RunningTime(lookingMs, refusal),
  };
}

function namesRefusal(lookingMs: number, cause: unknown): AppError {
  const detail =
    `Sorting by linked rows takes longer than ${lookingMs / 1_000} seconds. ` +
    "Add a filter, or sort by another column.";
  return new AppError("invalid_sort", detail, { cause });
}
