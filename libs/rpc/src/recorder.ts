import type { Logger } from "@jst/telemetry";
import type { Incoming } from "./incoming.ts";
import { countCall } from "./metrics.ts";

/** How a call ended, as the log, the metrics and the trace show it. */
export interface Outcome {
  /** HTTP status the client gets. */
  status: number;
  /** Ids of team and token, for the log alone. */
  team?: string;
  token?: string;
  /** Error on our side, for the log alone. */
  error?: unknown;
}

/** Status in the log of a call that ended after its caller had gone away. */
export const CALLER_LEFT = 499;

/** Returns the status to record. Once the caller has left, `unavailable` only says that the call was ended. */
export function recordedStatus(status: number, hasCallerLeft: boolean): number {
  return status === 503 && hasCallerLeft ? CALLER_LEFT : status;
}

/** Records one call; the clock starts now. Nothing of the request but its rpc and its ids is recorded. */
export function recorder(rpc: string, incoming: Incoming, logger: Logger): (outcome: Outcome) => void {
  const startMs = performance.now();
  return (outcome) => {
    const ms = performance.now() - startMs;
    const status = recordedStatus(outcome.status, incoming.hasCallerLeft);
    countCall(rpc, status, ms);
    incoming.span.end(
      { "http.response.status_code": status },
      status >= 500 ? `status_${status}` : undefined,
    );
    const line = { rpc, ...outcome, status, ms: Math.round(ms * 100) / 100 };
    if (status >= 500) logger.error(line, "request");
    else logger.info(line, "request");
  };
}
