import type { RecordableHistogram } from "node:perf_hooks";

/** Latencies of all iterations so far of one contestant at one number of connections, in microseconds. */
export interface Latencies {
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** Summarizes the latencies. */
export function latenciesOf(latencies: RecordableHistogram): Latencies {
  const [p50 = 0, p95 = 0, p99 = 0] = [50, 95, 99].map((percent) => latencies.percentile(percent));
  return { p50, p95, p99, max: latencies.max };
}
