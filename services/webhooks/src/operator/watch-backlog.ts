import { metrics, type BatchObservableResult } from "@opentelemetry/api";
import type { Logger } from "@jst/telemetry";
import type { OperatorDeps } from "./operator-deps.ts";
import { findTotals } from "./queries.ts";

const meter = metrics.getMeter("webhooks");
const backlog = meter.createObservableGauge("webhooks.backlog", {
  description:
    "Deliveries that have not ended: due now, or waiting for their time, their endpoint or an answer.",
});
const oldestDue = meter.createObservableGauge("webhooks.backlog.oldest.age", {
  description: "How long the oldest delivery that could be posted has been due.",
  unit: "s",
});

type Totals = Awaited<ReturnType<typeof findTotals>>;

/** Between two looks; a collector asks about as often. */
const lookEveryMs = 15_000;

/**
 * Shows the backlog of all teams as metrics until it is stopped; every process shows the same. After a look that failed
 * it shows nothing: the numbers of an earlier one would hide that nobody knows.
 */
export function watchBacklog(
  { onQueue }: Pick<OperatorDeps, "onQueue">,
  logger: Logger,
  periodMs = lookEveryMs,
): { stop(): void } {
  let totals: Totals | undefined;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      totals = await onQueue(findTotals);
    } catch (error) {
      totals = undefined;
      logger.warn({ error }, "the backlog could not be counted");
    } finally {
      isLooking = false;
    }
  };
  const hide = show(() => totals);
  void look();
  const timer = setInterval(() => void look(), periodMs).unref();
  return {
    stop: () => {
      clearInterval(timer);
      hide();
    },
  };
}

/** Lets the gauges show what was found last, until what it returns is called. */
function show(found: () => Totals | undefined): () => void {
  const observe = (result: BatchObservableResult) => {
    const totals = found();
    if (totals === undefined) return;
    const { pending, due, oldest_due_age: ageS } = totals;
    result.observe(backlog, due, { state: "due" });
    result.observe(backlog, pending - due, { state: "waiting" });
    result.observe(oldestDue, ageS);
  };
  meter.addBatchObservableCallback(observe, [backlog, oldestDue]);
  return () => meter.removeBatchObservableCallback(observe, [backlog, oldestDue]);
}
