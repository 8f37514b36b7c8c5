import { ServerCredentials, type Server } from "@grpc/grpc-js";

export { freePort } from "../../../libs/testing/src/free-port.ts";

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
