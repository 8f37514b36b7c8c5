import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { AggregationTemporality, InstrumentType } from "@opentelemetry/sdk-metrics";
import { NodeSDK } from "@opentelemetry/sdk-node";
import { AlwaysOffSampler, ParentBasedSampler } from "@opentelemetry/sdk-trace";
import { hostname } from "node:os";
import type { TelemetryConfig } from "./config.ts";
import { serveMetricsWith } from "./metrics-page.ts";
import { observeProcess } from "./process-metrics.ts";

/** A batch may take this long, retries included: a collector that is away must not hold up the end of a process. */
const exportMs = 1_500;

/** Shows of an observable gauge what is observed now; by itself the SDK repeats for ever what was observed once. */
class Page extends PrometheusExporter {
  override selectAggregationTemporality(type: InstrumentType): AggregationTemporality {
    return type === InstrumentType.OBSERVABLE_GAUGE
      ? AggregationTemporality.DELTA
      : super.selectAggregationTemporality(type);
  }
}

/**
 * Starts the SDK: metrics on the operations listener, spans to the collector where there is one. Spans follow the
 * gateway's decision and no process begins a trace of its own. Libraries are not patched: that costs a gRPC call
 * 15 us sampled or not, so our own code makes the few spans there are (docs/adr/0009).
 */
export function startSdk({ service, collector }: TelemetryConfig): { shutdown(): Promise<void> } {
  const metrics = new Page({ preventServerStart: true, withoutScopeInfo: true });
  const sdk = new NodeSDK({
    // Detectors would add the command line and the operator's account.
    autoDetectResources: false,
    resource: resourceFromAttributes({
      "service.name": service,
      "service.namespace": "jst",
      "service.instance.id": `${hostname()}:${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new AlwaysOffSampler() }),
    metricReaders: [metrics],
    // Empty, or the SDK would send logs to a collector on this machine.
    logRecordProcessors: [],
    ...(collector === ""
      ? { spanProcessors: [] }
      : { traceExporter: new OTLPTraceExporter({ url: `${collector}/v1/traces`, timeoutMillis: exportMs }) }),
  });
  sdk.start();
  serveMetricsWith((request, response) => metrics.getMetricsRequestHandler(request, response));
  observeProcess();
  return sdk;
}
