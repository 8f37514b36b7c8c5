import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** One POST of the fleet, as it arrived. */
export interface Arrived {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A customer's endpoint on this machine. */
export interface WebhookSink {
  url: string;
  arrived: Arrived[];
  close(): void;
}

/** Starts an endpoint that takes every POST. */
export async function startWebhookSink(): Promise<WebhookSink> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      arrived.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(204).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    arrived,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Computes both signatures of a POST (events.signature). */
export function expectedSignatures({ headers, body }: Arrived, secret: string): [string, string] {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  return [
    `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    `v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
  ];
}
