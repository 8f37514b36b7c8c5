import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

/** One POST as it arrived. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** How the sink answers a POST. */
export type Answering = (received: Received, response: ServerResponse) => void;

/** An endpoint of a customer's. */
export interface Sink {
  url: string;
  /** Everything that has arrived, oldest first. */
  received: Received[];
  /** Resolves once as many have arrived. */
  has(count: number): Promise<void>;
}

/** Starts an endpoint on loopback that answers 200, or as told; it ends after the file's last test. */
export async function startSink(answer: Answering = (_received, response) => response.end()): Promise<Sink> {
  const received: Received[] = [];
  const arrivals = new EventTarget();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const one = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) };
      received.push(one);
      answer(one, response);
      arrivals.dispatchEvent(new Event("arrival"));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const has = async (count: number) => {
    while (received.length < count) await once(arrivals, "arrival");
  };
  return { url: `http://127.0.0.1:${port}`, received, has };
}
