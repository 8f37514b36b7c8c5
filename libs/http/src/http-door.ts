import type { TlsIdentity } from "@jst/config";
import { serverTls } from "@jst/rpc";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Beyond every head that the gateway lets pass (limits.head), for Node answers a larger one without a problem document.
 */
const HEAD_MAX_BYTES = 131_072;

/** A listener of plain HTTP. */
export interface HttpDoor {
  /** Opens the port and answers its number. */
  listen(host: string, port: number): Promise<number>;
  /** Takes no more connections, lets requests in flight end, and cuts what is left after the grace. */
  drain(graceMs: number): Promise<void>;
}

/** The door in front of what answers its requests; with TLS for the gateway alone where services speak it. */
export function httpDoor(app: RequestListener, tls?: TlsIdentity): HttpDoor {
  const limits = { maxHeaderSize: HEAD_MAX_BYTES };
  const server =
    tls === undefined ? createServer(limits, app) : createTlsServer({ ...limits, ...serverTls(tls) }, app);
  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
          server.off("error", reject);
          const address = server.address();
          resolve(typeof address === "object" && address !== null ? address.port : port);
        });
      }),
    drain: async (graceMs) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const grace = new AbortController();
      const late = delay(graceMs, undefined, { signal: grace.signal }).then(
        () => server.closeAllConnections(),
        () => undefined,
      );
      await Promise.race([closed, late]);
      grace.abort();
    },
  };
}
