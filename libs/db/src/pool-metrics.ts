import { metrics } from "@opentelemetry/api";

const meter = metrics.getMeter("db");
const count = meter.createObservableGauge("db.client.connection.count", {
  description: "Connections of the pool, borrowed (used) or not (idle).",
});
const waiting = meter.createObservableGauge("db.client.connection.pending_requests", {
  description: "Requests that wait for a connection.",
});

/** Connections of a pool, those of them that are not borrowed, and who waits for one. */
interface Counts {
  total: number;
  idle: number;
  waiting: number;
}

/** Shows the pool in the metrics until the function it returns is called. */
export function observePool(name: string, counts: () => Counts): () => void {
  const label = { "db.client.connection.pool.name": name };
  const observe: Parameters<typeof meter.addBatchObservableCallback>[0] = (result) => {
    const { total, idle, waiting: queued } = counts();
    result.observe(count, total - idle, { ...label, "db.client.connection.state": "used" });
    result.observe(count, idle, { ...label, "db.client.connection.state": "idle" });
    result.observe(waiting, queued, label);
  };
  meter.addBatchObservableCallback(observe, [count, waiting]);
  return () => meter.removeBatchObservableCallback(observe, [count, waiting]);
}
