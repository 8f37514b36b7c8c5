import {
  Metadata,
  Server,
  ServerCredentials,
  type status,
  type ServerUnaryCall,
  type sendUnaryData,
} from "@grpc/grpc-js";
import { loadFileDescriptorSetFromBuffer, type ServiceDefinition } from "@grpc/proto-loader";
import { after } from "node:test";

/** One call as a domain service saw it. */
export interface SeenCall {
  rpc: string;
  path: Record<string, unknown>;
  /** Text of the JSON body; undefined without one. */
  body: string | undefined;
  header: (name: string) => string | undefined;
  /** True once its caller waits for the answer no longer. */
  isLeft: () => boolean;
}

/** Reply of the service: an HTTP reply, or a fault of the transport. */
export type Answer =
  | { status?: number; headers?: Record<string, string>; body: string }
  | { fault: status }
  | "nothing";

/** A domain service behind its real gRPC door that answers what a test tells it, and remembers what it was asked. */
export interface TestUpstream {
  address: string;
  seen: SeenCall[];
  answer: Answer | ((call: SeenCall) => Answer);
}

interface Wire {
  body?: { data?: Buffer };
  [field: string]: unknown;
}

/** Starts it on a free port, with the rpcs of the descriptor; closed after the file's last test. */
export async function testUpstream(descriptor: Buffer): Promise<TestUpstream> {
  const upstream: TestUpstream = { address: "", seen: [], answer: { body: "{}" } };
  const server = new Server();
  const packages = loadFileDescriptorSetFromBuffer(descriptor, { keepCase: true, defaults: false });
  for (const [service, definition] of Object.entries(packages).filter(([, one]) => !("format" in one))) {
    const methods = Object.keys(definition).map((method) => [
      method,
      handler(upstream, `${service}/${method}`),
    ]);
    server.addService(definition as ServiceDefinition, Object.fromEntries(methods) as never);
  }
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  after(() => server.forceShutdown());
  upstream.address = `127.0.0.1:${port}`;
  return upstream;
}

function handler(upstream: TestUpstream, rpc: string) {
  return (call: ServerUnaryCall<Wire, unknown>, reply: sendUnaryData<unknown>): void => {
    const { body, ...path } = call.request;
    const header = (name: string) => call.metadata.get(name)[0]?.toString();
    const isLeft = () => call.cancelled;
    const seen: SeenCall = { rpc, path: { ...path }, body: body?.data?.toString(), header, isLeft };
    upstream.seen.push(seen);
    const answer = typeof upstream.answer === "function" ? upstream.answer(seen) : upstream.answer;
    if (answer === "nothing") return;
    if ("fault" in answer) {
      reply({ code: answer.fault, details: "secret of the service" });
      return;
    }
    const metadata = new Metadata();
    metadata.set("x-http-status", String(answer.status ?? 200));
    for (const [name, value] of Object.entries(answer.headers ?? {})) metadata.set(name, value);
    call.sendMetadata(metadata);
    reply(null, { content_type: "application/json", data: Buffer.from(answer.body) });
  };
}
