import { ProblemError } from "@jst/client";

const TRIES = 3;

/** Reports whether a call is worth another try: no reply came, or the reply is a 5xx. A refusal is final. */
export function isWorthAnotherTry(failures: number, error: Error): boolean {
  return failures < TRIES && !isRefusal(error);
}

/** Whether a call was refused. A write that was not may have been done, or its first request may still run. */
export const isRefusal = (error: Error): error is ProblemError =>
  error instanceof ProblemError && error.status < 500 && error.problem?.code !== "idempotency_in_progress";
