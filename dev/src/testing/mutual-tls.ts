import { request } from "node:https";
import { Client, type ChannelCredentials } from "@grpc/grpc-js";
import { answerOf } from "../answer-of.ts";
import { host } from "../ports.ts";

/**
 * Returns the error of a health check over a gRPC door; undefined if it was answered. The name is the expected
 * certificate's.
 */
export function refusalOf(
  address: string,
  named: Record<string, string>,
  certificate: ChannelCredentials,
): Promise<string | undefined> {
  const client = new Client(address, certificate, named);
  const bytes = (value: Buffer) => value;
  return new Promise<string | undefined>((resolve) => {
    const deadline = { deadline: Date.now() + 10_000 };
    const path = "/grpc.health.v1.Health/Check";
    client.makeUnaryRequest(path, bytes, bytes, Buffer.alloc(0), deadline, (error) =>
      resolve(error?.details),
    );
  }).finally(() => client.close());
}

/** Returns the outcome of a request at the agent's HTTP door: a status, or the error. */
export function agentAnswer(port: number, tls: object): Promise<number | Error> {
  const outgoing = request({
    host,
    port,
    path: "/",
    servername: "agent",
    agent: false,
    timeout: 10_000,
    ...tls,
  });
  return answerOf(outgoing).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
}
