import type { TlsIdentity } from "@jst/config";
import { addHealth, GrpcServer } from "@jst/rpc";
import type { Logger } from "@jst/telemetry";
import { setTimeout as delay } from "node:timers/promises";

/** A gRPC server with the standard health service. */
export interface GrpcDoor {
  server: GrpcServer;
  /** Opens the port and reports SERVING. */
  listen(host: string, port: number): Promise<number>;
  /** Reports NOT_SERVING, lets calls in flight end, and cuts what is left after the grace. */
  drain(graceMs: number): Promise<void>;
}

/** Makes the server; register services on it before listen(). */
export function grpcDoor(logger: Logger, tls?: TlsIdentity, messageBytesMax?: number): GrpcDoor {
  const server = new GrpcServer({
    tls,
    ...(messageBytesMax === undefined ? {} : { messageBytesMax }),
    onFault: (error) => logger.error({ error }, "a call failed outside of its rpc"),
  });
  const health = addHealth(server);
  return {
    server,
    listen: async (host, port) => {
      const bound = await server.listen(host, port);
      health.setServing(true);
      return bound;
    },
    drain: async (graceMs) => {
      health.setServing(false);
      health.endWatches();
      const grace = new AbortController();
      const late = delay(graceMs, undefined, { signal: grace.signal }).then(
        () => server.cut(),
        () => undefined,
      );
      await Promise.race([server.drain(), late]);
      grace.abort();
    },
  };
}
