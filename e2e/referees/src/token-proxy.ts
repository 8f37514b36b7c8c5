import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";

/** A way to a server for programs that cannot be told a token. */
export interface TokenProxy {
  url: string;
  stop(): void;
}

/** Passes everything on as it came, Host and Origin too, and adds the token. */
export async function startTokenProxy(baseUrl: string, token: string): Promise<TokenProxy> {
  const { hostname, port } = new URL(baseUrl);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const onward = request({ hostname, port, path: incoming.url, method: incoming.method, headers });
    onward.once("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      // A cut on one side cuts the other side.
      pipeline(answer, outgoing, () => undefined);
    });
    onward.once("error", () => outgoing.destroy());
    pipeline(incoming, onward, () => undefined);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
