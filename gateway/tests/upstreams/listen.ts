import { createServer, type AddressInfo } from "node:net";
import { ServerCredentials, type Server } from "@grpc/grpc-js";

/** Something a test started; close() leaves nothing of it. */
export interface Running {
  port: number;
  close(): Promise<void>;
}

/** Binds a gRPC server to the given loopback port, or to a free one. */
export async function listen(server: Server, port = 0): Promise<Running> {
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, actual) => {
      if (error === null) resolve(actual);
      else reject(error);
    });
  });
  return {
    port: bound,
    close: () => {
      server.forceShutdown();
      return Promise.resolve();
    },
  };
}

/** A loopback port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
