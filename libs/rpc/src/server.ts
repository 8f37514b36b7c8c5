import { loadFileDescriptorSetFromBuffer, type ServiceDefinition } from "@grpc/proto-loader";
import { status, type sendUnaryData, type Server, type ServerUnaryCall } from "@grpc/grpc-js";
import type { ProblemContext } from "@jst/errors";
import { inRequest } from "@jst/telemetry";
import { Unauthenticated, type Answer, type DoorOptions } from "./door.ts";
import type { RpcDefinition } from "./handler.ts";
import { Incoming, type WireRequest } from "./incoming.ts";
import { internalRpc } from "./internal-rpc.ts";
import { send, wireProblem, type HttpBody } from "./outgoing.ts";
import { publicRpc } from "./public-rpc.ts";
import { recorder, type Outcome } from "./recorder.ts";

/**
 * Registers every rpc of a service. One wrapper holds the order of refusals (contract R15) and the shape of every
 * reply, so a handler can neither forget nor change them.
 */
export function addRpcs<Deps>(server: Server, options: DoorOptions<Deps>): void {
  const packages = loadFileDescriptorSetFromBuffer(options.descriptor, { keepCase: true, defaults: false });
  for (const service of new Set(options.rpcs.map((rpc) => rpc.service))) {
    const definition = packages[service] as ServiceDefinition | undefined;
    if (definition === undefined) throw new Error(`The descriptor set lacks ${service}; run make gen.`);
    const rpcs = options.rpcs.filter((rpc) => rpc.service === service);
    server.addService(
      definition,
      Object.fromEntries(rpcs.map((rpc) => [rpc.method, unaryHandler(rpc, options)])),
    );
  }
}

function unaryHandler<Deps>(rpc: RpcDefinition<Deps>, options: DoorOptions<Deps>) {
  const answer: Answer = rpc.access === "internal" ? internalRpc(rpc, options) : publicRpc(rpc, options);
  const name = `${rpc.service}/${rpc.method}`;
  return (call: ServerUnaryCall<WireRequest, HttpBody>, callback: sendUnaryData<HttpBody>): void => {
    const incoming = new Incoming(call.metadata, name);
    const ended = recorder(name, incoming, options.logger);
    const { requestId, traceId } = incoming;
    void inRequest({ requestId, traceId }, () =>
      answer(call.request, incoming, call.getDeadline()).then(
        ({ reply, ...who }) => {
          send(call, callback, reply);
          ended({ ...who, status: reply.status });
        },
        (error: unknown) =>
          ended(refuse(call, callback, error, { baseUrl: options.baseUrl, requestId, traceId })),
      ),
    );
  };
}

/** Sends what a client is told of the error, and says what the log is told. */
function refuse(
  call: ServerUnaryCall<WireRequest, HttpBody>,
  callback: sendUnaryData<HttpBody>,
  error: unknown,
  context: ProblemContext,
): Outcome {
  if (error instanceof Unauthenticated) {
    callback({ code: status.UNAUTHENTICATED, details: "unauthenticated" });
    return { status: 500, error };
  }
  const reply = wireProblem(error, context);
  send(call, callback, reply);
  return { status: reply.status, ...(reply.status >= 500 ? { error } : {}) };
}
