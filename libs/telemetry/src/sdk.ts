import { metrics } from "@opentelemetry/api";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { AggregationTemporality, InstrumentType, MeterProvider } from "@opentelemetry/sdk-metrics";
import { hostname } from "node:os";
import type { TelemetryConfig } from "./config.ts";
import { serveMetricsWith } from "./metrics-page.ts";
import { observeProcess } from "./process-metrics.ts";

/** Shows of an observable gauge what is observed now; by itself the SDK repeats for ever what was observed once. */
class Page extends PrometheusExporter {
  override selectAggregationTemporality(type: InstrumentType): AggregationTemporality {
    return type === InstrumentType.OBSERVABLE_GAUGE
      ? AggregationTemporality.DELTA
      : super.selectAggregationTemporality(type);
  }
}

/**
 * Starts the SDK: metrics on the operations listener, spans to the collector where there is one. Libraries are not
 * patched: that costs a gRPC call 15 us sampled or not, so our own code makes the few spans there are (docs/adr/0009).
 */
export async function startSdk({
  service,
  collector,
}: TelemetryConfig): Promise<{ shutdown(): Promise<void> }> {
  // Nothing is detected: detectors would add the command line and the operator's account.
  const resource = resourceFromAttributes({
    "service.name": service,
    "service.namespace": "jst",
    "service.instance.id": `${hostname()}:${process.pid}`,
  });
  const page = new Page({ preventServerStart: true, withoutScopeInfo: true });
  const meters = new MeterProvider({ resource, readers: [page] });
  metrics.setGlobalMeterProvider(meters);
  serveMetricsWith((request, response) => page.getMetricsRequestHandler(request, response));
  observeProcess();
  // A process without a collector does not load the exporter of spans. Metrics are in place before it is loaded.
  const tracers =
    collector === "" ? undefined : (await import("./tracers.ts")).startTracers(collector, resource);
  return {
    async shutdown() {
      await Promise.all([tracers?.shutdown(), meters.shutdown()]);
    },
  };
}
