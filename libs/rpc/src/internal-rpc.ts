import { createHash, timingSafeEqual } from "node:crypto";
import type { InternalRpcHandler, RpcDefinition } from "./handler.ts";
import { wireReply } from "./outgoing.ts";
import { Unauthenticated, type Answer, type DoorOptions } from "./door.ts";
import { parseStrictJson } from "./strict-json.ts";
import { Validator } from "./validator.ts";

/** Answers an rpc without an HTTP binding: jst proves itself with the operator key (architecture 7). */
export function internalRpc<Deps>(rpc: RpcDefinition<Deps>, options: DoorOptions<Deps>): Answer {
  if (rpc.request === null)
    throw new Error(`${rpc.service}/${rpc.method} is internal and declares no request message.`);
  const validator = new Validator(rpc.request);
  const handler = rpc.handler as InternalRpcHandler<unknown, Deps>;
  return async (request, incoming) => {
    const key = incoming.header("x-operator-key");
    if (!rpc.callers.includes("operator") || key === undefined || !sameSecret(key, options.operatorKey)) {
      throw new Unauthenticated(`${rpc.method} was called without the operator key`);
    }
    const body = parseStrictJson(request.body?.data ?? new Uint8Array());
    validator.requireBody(body);
    const reply = await handler(body, {
      peer: "operator",
      requestId: incoming.requestId,
      deps: options.deps,
    });
    return { reply: wireReply(reply, rpc.status) };
  };
}

/** Compares digests: equal lengths whatever was sent, and no early exit. */
function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
