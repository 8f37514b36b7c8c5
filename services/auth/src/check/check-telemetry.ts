import { startSpan, type Logger } from "@jst/telemetry";
import { metrics } from "@opentelemetry/api";

/** How a check ended. */
export interface Decision {
  /** "allowed", "anonymous" on a public route, or the code of the refusal (errors.codes). */
  code: string;
  /** Ids of team and token, for the log alone. */
  team?: string;
  token?: string;
}

const meter = metrics.getMeter("auth");
const duration = meter.createHistogram("auth.check.duration", {
  description: "Time of one check, by its decision.",
  unit: "s",
  advice: { explicitBucketBoundaries: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1] },
});
const limiterOpen = meter.createCounter("auth.limiter.open", {
  description: "Requests let through uncounted because Redis did not answer.",
});

// Shown from the start, so that the first one is seen as a step.
limiterOpen.add(0);

/** Counts one request that the limiter let through uncounted (limits.rate-fail-open). */
export function countLimiterOpen(): void {
  limiterOpen.add(1);
}

/** Records each check in log, metrics and trace; the clock starts with the first call. Tokens appear by id only. */
export function decisionRecorder(
  logger: Logger,
): (traceparent: string | undefined) => (decision: Decision) => void {
  return (traceparent) => {
    const startMs = performance.now();
    const span = startSpan("server", "envoy.service.auth.v3.Authorization/Check", traceparent);
    return (decision) => {
      const ms = performance.now() - startMs;
      duration.record(ms / 1_000, { code: decision.code });
      span.end({ "auth.decision": decision.code });
      logger.info({ ...decision, ms: Math.round(ms * 100) / 100 }, "check");
    };
  };
}
