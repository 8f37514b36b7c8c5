/** Address of a service: an IP literal, or a name that DNS resolves again every second. */
export interface Address {
  host: string;
  port: number;
}

/** Settings that differ between two deployments of the gateway. */
export interface GatewaySettings {
  /** Address of the public listener: 127.0.0.1, or 0.0.0.0 in a container. */
  host: string;
  publicPort: number;
  /** Envoy's own door, always on 127.0.0.1: /ready, /stats, drain. */
  adminPort: number;
  /** Listener on `host` that shows /ready and /metrics and nothing else; none by default. */
  opsPort?: number;
  /** True in the fleet of an isolated tenant: it has no route of OAuth and no discovery document. */
  isIsolated?: boolean;
  /** Public URL without a trailing slash; the `type` of a problem begins with it. */
  baseUrl: string;
  /** Origins whose browsers may call, such as `https://app.example.org`. None by default. */
  corsOrigins: readonly string[];
  /** Origins whose browsers may call the MCP servers besides (agents.origin). */
  agentOrigins: readonly string[];
  /**
   * Every cluster the routes name, and auth. A name that ends in `_http` is spoken to in HTTP/1.1, any other in gRPC.
   */
  clusters: Readonly<Record<string, Address>>;
  /** Folder with ca.crt, tls.crt and tls.key as Envoy finds it: services are spoken to in TLS, both sides proven. */
  tlsDir?: string;
  /** File of the JSON access log, `/dev/stdout` in a container; null for none. */
  accessLog: string | null;
  /** Collector of spans over OTLP/HTTP; none by default, and nothing is exported then. */
  traceCollector?: Address;
  /** Percent of requests whose trace is recorded, here and in every process behind: 1 by default. */
  tracePercent?: number;
  /** Slim descriptor set of the transcoded services, as Envoy finds it. */
  descriptorPath: string;
  /** Generated routes; gateway/gen/routes.json unless a test says otherwise. */
  routesPath?: string;
}

/**
 * Arguments of the Envoy binary. One worker per core it really has: more cost CPU per request; with fewer all requests
 * go from process to process in one bunch, and the other cores wait for it.
 */
export function envoyArguments(configPath: string, concurrency: number): string[] {
  return [
    "-c",
    configPath,
    "--concurrency",
    String(concurrency),
    "--disable-hot-restart",
    "--file-flush-interval-msec",
    "1000",
    "--log-level",
    "warning",
  ];
}
