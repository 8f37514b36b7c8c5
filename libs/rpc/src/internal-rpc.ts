import { createHash, timingSafeEqual } from "node:crypto";
import { composedTexts } from "@jst/values";
import type { InternalRpcHandler, RpcDefinition } from "./handler.ts";
import { wireReply } from "./outgoing.ts";
import { Unauthenticated, type Answer, type DoorOptions } from "./door.ts";
import { SERVICE_HEADER } from "./hop.ts";
import { hopOf, type Incoming } from "./incoming.ts";
import { parseStrictJson } from "./strict-json.ts";
import { Validator } from "./validator.ts";

/**
 * Answers an rpc without an HTTP binding: only for the callers its proto names. A service proves itself with its own
 * key, jst with the operator key (operation.service-identity).
 */
export function internalRpc<Deps>(rpc: RpcDefinition<Deps>, options: DoorOptions<Deps>): Answer {
  if (rpc.request === null)
    throw new Error(`${rpc.service}/${rpc.method} is internal and declares no request message.`);
  const validator = new Validator(rpc.request);
  const handler = rpc.handler as InternalRpcHandler<unknown, Deps>;
  return async (request, incoming, deadline) => {
    const peer = await peerOf(incoming, options);
    if (!rpc.callers.includes(peer)) throw new Unauthenticated(`${rpc.method} was called by ${peer}`);
    const sent = parseStrictJson(request.body?.data ?? Buffer.alloc(0));
    const body = composedTexts(sent, { exact: rpc.exact ?? [] });
    validator.requireBody(body);
    const { requestId } = incoming;
    const hop = hopOf(incoming, deadline);
    const reply = await handler(body, { peer, requestId, hop, deps: options.deps });
    return { reply: wireReply(reply, rpc.status) };
  };
}

async function peerOf<Deps>(incoming: Incoming, options: DoorOptions<Deps>): Promise<string> {
  const key = incoming.header("x-operator-key");
  if (key !== undefined && sameSecret(key, options.operatorKey)) return "operator";
  const proof = incoming.header(SERVICE_HEADER);
  if (proof === undefined) throw new Unauthenticated("the call carries no proof of who makes it");
  try {
    return await options.verifyService(proof);
  } catch (cause) {
    throw new Unauthenticated("the proof of the calling service was refused", { cause });
  }
}

/** Compares digests: equal lengths whatever was sent, and no early exit. */
function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
