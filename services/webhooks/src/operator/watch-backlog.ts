import { metrics } from "@opentelemetry/api";
import type { Logger } from "@jst/telemetry";
import type { OperatorDeps } from "./operator-deps.ts";
import { findTotals } from "./queries.ts";

const meter = metrics.getMeter("webhooks");
const backlog = meter.createGauge("webhooks.backlog", {
  description:
    "Deliveries that have not ended: due now, or waiting for their time, their endpoint or an answer.",
});
const oldestDue = meter.createGauge("webhooks.backlog.oldest.age", {
  description: "How long the oldest delivery that could be posted has been due.",
  unit: "s",
});

/** Between two looks; a collector asks about as often. */
const periodMs = 15_000;

/** Shows the backlog of all teams as metrics until it is stopped; every process shows the same. */
export function watchBacklog({ onQueue }: Pick<OperatorDeps, "onQueue">, logger: Logger): { stop(): void } {
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const { pending, due, oldest_due_age: ageS } = await onQueue(findTotals);
      backlog.record(due, { state: "due" });
      backlog.record(pending - due, { state: "waiting" });
      oldestDue.record(ageS);
    } catch (error) {
      logger.warn({ error }, "the backlog could not be counted");
    } finally {
      isLooking = false;
    }
  };
  void look();
  const timer = setInterval(() => void look(), periodMs).unref();
  return { stop: () => clearInterval(timer) };
}
