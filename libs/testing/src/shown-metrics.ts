import { metricsPage } from "@jst/telemetry";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Returns the metrics that this process shows Prometheus. The test imports "@jst/telemetry/preload" before everything
 * else.
 */
export async function shownMetrics(): Promise<string> {
  const server = createServer(metricsPage).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: "close" } });
    return await response.text();
  } finally {
    server.close();
  }
}
