import type { IncomingMessage, ServerResponse } from "node:http";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let page: Handler | undefined;

/** Names who answers metricsPage; called by the SDK once it runs. */
export function serveMetricsWith(handler: Handler): void {
  page = handler;
}

/** Answers with every metric of the process in the text format of Prometheus; 503 where telemetry was not preloaded. */
export function metricsPage(request: IncomingMessage, response: ServerResponse): void {
  if (page !== undefined) page(request, response);
  else response.writeHead(503, { "content-type": "text/plain" }).end("Telemetry is not preloaded.\n");
}
