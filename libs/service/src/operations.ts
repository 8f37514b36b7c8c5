import { createServer, type Server } from "node:http";
import { metricsPage, type Logger } from "@jst/telemetry";

/** Checks the process needs to do its work; rejects with the reason when one fails. */
export type Readiness = () => Promise<void>;

/**
 * The operations listener: /health/live answers while the event loop turns, /health/ready when every dependency
 * the process cannot work without is reachable, /metrics with every metric of the process. The reason of a failure
 * is shown here and nowhere public.
 */
export function startOperations(
  options: { host: string; port: number; logger: Logger },
  ready: Readiness,
): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: Record<string, unknown>) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (request.url === "/metrics") metricsPage(request, response);
    else if (request.url === "/health/live") answer(200, { live: true });
    else if (request.url === "/health/ready") {
      ready().then(
        () => answer(200, { ready: true }),
        (error: unknown) =>
          answer(503, { ready: false, reason: error instanceof Error ? error.message : "unknown" }),
      );
    } else answer(404, { error: "This listener answers /health/live, /health/ready and /metrics." });
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => resolve(server));
  });
}
