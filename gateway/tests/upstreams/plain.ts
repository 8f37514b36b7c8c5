import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Running } from "./listen.ts";

/** A request as it arrived at the plain HTTP service. */
export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  bodyBytes: number;
}

/** The plain HTTP service behind the fixture's express routes. */
export interface TestPlain extends Running {
  readonly requests: SeenRequest[];
  clear(): void;
}

/**
 * Starts it on a free port. `?bytes=N` answers N bytes, `?never` nothing; `?json=N` answers a JSON text of N bytes with
 * a strong tag and the headers of a compressed form (`&coding=`) or of one that nobody transforms. Any other query
 * answers a small document.
 */
export async function startPlain(): Promise<TestPlain> {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    let bodyBytes = 0;
    request.on("data", (chunk: Buffer) => (bodyBytes += chunk.length));
    request.on("end", () => {
      requests.push({
        method: request.method ?? "",
        url: request.url ?? "",
        headers: request.headers,
        bodyBytes,
      });
      const query = new URL(request.url ?? "", "http://localhost").searchParams;
      if (query.has("never")) return;
      const wanted = Number(query.get("bytes") ?? query.get("json") ?? 0);
      response.setHeader(
        "content-type",
        query.has("bytes") ? "application/octet-stream" : "application/json",
      );
      if (query.has("json")) response.setHeader("etag", '"1"').setHeader("vary", "accept-encoding");
      if (query.has("coding")) response.setHeader("content-encoding", query.get("coding") ?? "");
      else if (query.has("json")) response.setHeader("cache-control", "no-cache, no-transform");
      response.setHeader("x-powered-by", "a test");
      response.end(wanted > 0 ? Buffer.alloc(wanted, 120) : JSON.stringify({ plain: true }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    requests,
    clear: () => requests.splice(0),
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
