import { metrics } from "@opentelemetry/api";

const duration = metrics.getMeter("rpc").createHistogram("rpc.server.call.duration", {
  description: "Time from a call's arrival to its reply, by rpc and HTTP status.",
  unit: "s",
  advice: {
    explicitBucketBoundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
});

/** Counts one answered call. gRPC says OK also for a refusal, so the status is the HTTP one the client gets. */
export function countCall(rpc: string, status: number, ms: number): void {
  duration.record(ms / 1_000, { "rpc.method": rpc, "http.response.status_code": status });
}
