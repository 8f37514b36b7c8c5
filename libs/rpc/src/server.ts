import { loadFileDescriptorSetFromBuffer, type ServiceDefinition } from "@grpc/proto-loader";
import type { ProblemContext } from "@jst/errors";
import { inRequest } from "@jst/telemetry";
import { Unauthenticated, type Answer, type DoorOptions } from "./door.ts";
import { sendFile } from "./files/send-file.ts";
import type { GrpcServer, StreamingMethod, UnaryMethod, UnaryReply } from "./grpc/server.ts";
import { GrpcFault, GrpcStatus } from "./grpc/status.ts";
import type { RpcDefinition } from "./handler.ts";
import type { Hop } from "./hop.ts";
import { Incoming } from "./incoming.ts";
import { internalRpc } from "./internal-rpc.ts";
import { grpcReply, wireProblem, type WireReply } from "./outgoing.ts";
import { openRpc } from "./open-rpc.ts";
import { publicRpc } from "./public-rpc.ts";
import { recorder, type Outcome } from "./recorder.ts";
import { requestReader, type WireField, type WireRequest } from "./wire-request.ts";

/**
 * Registers every rpc of a service but its streamed ones. One wrapper holds the order of refusals
 * (conventions.refusal-order) and the shape of every reply, so a handler can neither forget nor change them.
 */
export function addRpcs<Deps>(server: GrpcServer, options: DoorOptions<Deps>): void {
  const packages = loadFileDescriptorSetFromBuffer(options.descriptor, { keepCase: true });
  for (const rpc of options.rpcs.filter(({ streamed }) => streamed === undefined)) {
    const service = packages[rpc.service] as ServiceDefinition | undefined;
    const method = service?.[rpc.method];
    if (method === undefined)
      throw new Error(`The descriptor set lacks ${rpc.service}/${rpc.method}; run make gen.`);
    const { field } = method.requestType.type as { field: WireField[] };
    server.addUnary(method.path, unaryMethod(rpc, field, options));
    if (rpc.list !== undefined) server.addStreaming(filePathOf(rpc), streamedMethod(rpc, field, options));
  }
}

/** Path by which the gateway asks for a list that may be a file: Envoy streams the replies of another method. */
function filePathOf<Deps>({ service, method }: RpcDefinition<Deps>): string {
  return `/${service}Files/${method}`;
}

/** Answers a list as a page or as a file. */
function streamedMethod<Deps>(
  rpc: RpcDefinition<Deps>,
  fields: readonly WireField[],
  options: DoorOptions<Deps>,
): StreamingMethod {
  const answer = answerOf(rpc, options);
  const name = `${rpc.service}/${rpc.method}`;
  const readRequest = requestReader(fields);
  return (message, call) => {
    const incoming = new Incoming(call, name, true);
    const { requestId, traceId } = incoming;
    const ended = recorder(name, incoming, options.logger);
    const send = ({ headers, frame }: UnaryReply) => call.reply(headers, frame);
    void inRequest({ requestId, traceId }, async () => {
      try {
        const { reply, ...who } = await answer(readRequest(message), incoming, call.deadline);
        const { file } = reply;
        ended({
          ...who,
          ...(file === undefined ? { status: reply.status } : await sendFile(call, reply, file)),
        });
        if (file === undefined) send(grpcReply(reply));
      } catch (error) {
        try {
          send(grpcReply(refuse(error, { baseUrl: options.baseUrl, requestId, traceId }, ended)));
        } catch (fault) {
          call.failWith(fault);
        }
      }
    });
  };
}

/** Throws where a reply has a member for few callers that the door does not write for these. */
function requireGuard<Deps>(
  { service, method, shownTo = {} }: RpcDefinition<Deps>,
  { guarded }: DoorOptions<Deps>,
): void {
  const right = guarded && `${guarded.right.resource}:${guarded.right.action}`;
  for (const [path, needed] of Object.entries(shownTo))
    if (needed !== right) throw new Error(`Nothing guards ${path} of ${service}/${method}.`);
}

function unaryMethod<Deps>(
  rpc: RpcDefinition<Deps>,
  fields: readonly WireField[],
  options: DoorOptions<Deps>,
): UnaryMethod {
  const reply = replyingTo(rpc, options);
  const name = `${rpc.service}/${rpc.method}`;
  const readRequest = requestReader(fields);
  return async (message, call) =>
    grpcReply(await reply(readRequest(message), new Incoming(call, name), call.deadline));
}

/** Replies to one call, refused or not, and records it; throws GrpcFault for a call without proof of identity. */
type Replying = (request: WireRequest, incoming: Incoming, deadline: number) => Promise<WireReply>;

function replyingTo<Deps>(rpc: RpcDefinition<Deps>, options: DoorOptions<Deps>): Replying {
  const answer = answerOf(rpc, options);
  const name = `${rpc.service}/${rpc.method}`;
  return (request, incoming, deadline) => {
    const ended = recorder(name, incoming, options.logger);
    const { requestId, traceId } = incoming;
    return inRequest({ requestId, traceId }, async () => {
      try {
        const { reply, ...who } = await answer(request, incoming, deadline);
        ended({ ...who, status: reply.status });
        return reply;
      } catch (error) {
        return refuse(error, { baseUrl: options.baseUrl, requestId, traceId }, ended);
      }
    });
  };
}

/** A call of an rpc within another call of the same caller. */
export interface InnerCall {
  request: WireRequest;
  /** Headers besides those of the hop, by lower-case name. */
  headers: Readonly<Record<string, string>>;
  hop: Hop;
}

/** Prepares calls of a public rpc within another call: each is gated, answered and recorded as one that came in. */
export function innerCalls<Deps>(
  rpc: RpcDefinition<Deps>,
  options: DoorOptions<Deps>,
): (call: InnerCall) => Promise<WireReply> {
  const reply = replyingTo(rpc, options);
  return ({ request, headers, hop }) => {
    const known: Readonly<Record<string, string | undefined>> = {
      ...headers,
      "x-internal-token": hop.callerToken,
      "x-request-id": hop.requestId,
      traceparent: hop.traceparent,
    };
    const departure = hop.departure?.() ?? new AbortController().signal;
    const call = {
      header: (name: string) => known[name],
      departure,
      get hasCallerLeft() {
        return departure.aborted;
      },
    };
    return reply(request, new Incoming(call, `${rpc.service}/${rpc.method}`), hop.deadline);
  };
}

/** How a streamed rpc is answered: as any other, whatever its requests come in by. */
export function answerOf<Deps>(rpc: RpcDefinition<Deps>, options: DoorOptions<Deps>): Answer {
  requireGuard(rpc, options);
  if (rpc.access === "internal") return internalRpc(rpc, options);
  return rpc.access === "public" ? openRpc(rpc, options) : publicRpc(rpc, options);
}

/** Message of the error for a client; the log has more. */
function refuse(error: unknown, context: ProblemContext, ended: (outcome: Outcome) => void): WireReply {
  if (error instanceof Unauthenticated) {
    ended({ status: 500, error });
    throw new GrpcFault(GrpcStatus.UNAUTHENTICATED, "unauthenticated");
  }
  const reply = wireProblem(error, context);
  ended({ status: reply.status, ...(reply.status >= 500 ? { error } : {}) });
  return reply;
}
