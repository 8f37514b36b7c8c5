import { Server, ServerCredentials } from "@grpc/grpc-js";
import { HealthImplementation } from "grpc-health-check";

/** Above the largest body the gateway lets in (4 MiB), so a size fault is never this server's. */
const MESSAGE_BYTES_MAX = 5 * 1024 * 1024;

/** A gRPC server with the standard health service. */
export interface GrpcDoor {
  server: Server;
  /** Opens the port and reports SERVING. */
  listen(host: string, port: number): Promise<number>;
  /** Reports NOT_SERVING, lets calls in flight end, and cuts what is left after the grace. */
  drain(graceMs: number): Promise<void>;
}

/** Makes the server; register services on it before listen(). */
export function grpcDoor(): GrpcDoor {
  const server = new Server({
    "grpc.enable_channelz": 0,
    "grpc.max_receive_message_length": MESSAGE_BYTES_MAX,
    "grpc.max_send_message_length": -1,
  });
  const health = new HealthImplementation({ "": "NOT_SERVING" });
  health.addToServer(server);
  return {
    server,
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) => {
          if (error !== null) {
            reject(error);
            return;
          }
          health.setStatus("", "SERVING");
          resolve(bound);
        });
      }),
    drain: (graceMs) =>
      new Promise((resolve) => {
        health.setStatus("", "NOT_SERVING");
        const force = setTimeout(() => {
          server.forceShutdown();
          resolve();
        }, graceMs);
        server.tryShutdown(() => {
          clearTimeout(force);
          resolve();
        });
      }),
  };
}
