import { trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import type { Resource } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";

/** A batch may take this long, retries included: a collector that is away must not hold up the end of a process. */
const exportMs = 1_500;

/**
 * Sends the spans of this process to the collector in batches. Spans follow the gateway's decision, and no process
 * begins a trace of its own.
 */
export function startTracers(collector: string, resource: Resource): TracerProvider {
  const exporter = new OTLPTraceExporter({ url: `${collector}/v1/traces`, timeoutMillis: exportMs });
  const tracers = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new AlwaysOffSampler() }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  trace.setGlobalTracerProvider(tracers);
  return tracers;
}
