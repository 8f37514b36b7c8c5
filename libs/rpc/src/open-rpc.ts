import type { Answer, DoorOptions } from "./door.ts";
import type { OpenRpcHandler, RpcDefinition } from "./handler.ts";
import { wireReply } from "./outgoing.ts";
import { InputReader } from "./read-input.ts";

/** Answers an rpc that anyone may call: nothing is known of the caller, so nothing but the input is looked at. */
export function openRpc<Deps>(rpc: RpcDefinition<Deps>, options: DoorOptions<Deps>): Answer {
  const reader = new InputReader(rpc);
  const handler = rpc.handler as OpenRpcHandler<Record<string, string>, unknown, unknown, Deps>;
  return async (request, incoming) => {
    const input = reader.read(request, incoming);
    const { requestId, traceId, span } = incoming;
    const reply = await handler(input, {
      requestId,
      traceId,
      traceparent: span.traceparent,
      source: incoming.header("x-forwarded-for"),
      deps: options.deps,
    });
    return { reply: wireReply(reply, rpc.status) };
  };
}
