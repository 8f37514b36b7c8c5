import { metrics } from "@opentelemetry/api";

const meter = metrics.getMeter("db");
const count = meter.createObservableGauge("db.client.connection.count", {
  description: "Connections of the pool, borrowed (used) or not (idle).",
});
const waiting = meter.createObservableGauge("db.client.connection.pending_requests", {
  description: "Requests that wait for a connection.",
});

/** Numbers of a pool of node-postgres. */
interface Counts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Shows the pool in the metrics until the function it returns is called. */
export function observePool(name: string, pool: Counts): () => void {
  const label = { "db.client.connection.pool.name": name };
  const observe: Parameters<typeof meter.addBatchObservableCallback>[0] = (result) => {
    const used = pool.totalCount - pool.idleCount;
    result.observe(count, used, { ...label, "db.client.connection.state": "used" });
    result.observe(count, pool.idleCount, { ...label, "db.client.connection.state": "idle" });
    result.observe(waiting, pool.waitingCount, label);
  };
  meter.addBatchObservableCallback(observe, [count, waiting]);
  return () => meter.removeBatchObservableCallback(observe, [count, waiting]);
}
