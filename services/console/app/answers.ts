import { ProblemError } from "@jst/client";

const TRIES = 3;

/** A call is tried again when no reply came, or one that says it is nobody's fault but ours; a refusal stands. */
export function isWorthAnotherTry(failures: number, error: Error): boolean {
  return failures < TRIES && !isRefusal(error);
}

/** Whether a call was refused. A write that was not may have been done, or its first request may still run. */
export const isRefusal = (error: Error): error is ProblemError =>
  error instanceof ProblemError && error.status < 500 && error.problem?.code !== "idempotency_in_progress";
