import { httpUrl, readConfig, text } from "@jst/config";

/** Reads the settings of telemetry from the environment, before the service's own settings. */
export const readTelemetryConfig = (environment: Readonly<Record<string, string | undefined>>) =>
  readConfig(environment, {
    service: text("SERVICE_NAME", "unknown"),
    /** Collector that takes spans over OTLP/HTTP. None by default: nothing is recorded then. */
    collector: httpUrl("OTEL_EXPORTER_OTLP_ENDPOINT", ""),
  });

/** Settings of telemetry. */
export type TelemetryConfig = ReturnType<typeof readTelemetryConfig>;

/** The settings of this process. */
export function telemetryConfig(): TelemetryConfig {
  return readTelemetryConfig(process.env);
}
