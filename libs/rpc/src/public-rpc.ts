import type { Caller } from "@jst/caller";
import { AppError } from "@jst/errors";
import { callOf, executing, factsOf, type Writer } from "./call.ts";
import { uponAny } from "./conditions.ts";
import { decide } from "./decide.ts";
import type { Answer, DoorOptions } from "./door.ts";
import type { RpcDefinition, RpcHandler } from "./handler.ts";
import { contextOf, requireScope, verifiedCaller } from "./identity.ts";
import { wireReply } from "./outgoing.ts";
import { atMostOnce, idempotencyKeyOf, keyedWrite } from "./idempotency.ts";
import { inputReader } from "./read-input.ts";

type AnyHandler<Deps> = RpcHandler<Record<string, string>, unknown, unknown, Deps>;

/** Answers an rpc that a token calls: verify, scope, gate, validate, handle; in that order (architecture 3). */
export function publicRpc<Deps>(rpc: RpcDefinition<Deps>, options: DoorOptions<Deps>): Answer {
  const readInput = inputReader(rpc);
  const handler = rpc.handler as AnyHandler<Deps>;
  return async (request, incoming, deadline) => {
    const caller = await verifiedCaller(incoming, options);
    requireScope(caller, rpc);
    if (decide(caller, rpc) === "refuse") throw proposalsUnavailable(caller);
    const key = idempotencyKeyOf(rpc, incoming);
    const input = readInput(request, incoming);
    const facts = factsOf(caller, contextOf(caller, incoming, deadline), incoming);
    const run = (writer: Writer) =>
      uponAny(incoming.header("if-match"), (ifMatch) =>
        handler(input, callOf(rpc, { ...facts, ifMatch }, options, writer)),
      );
    const service = { database: options.database, context: facts.context };
    const write = key === undefined ? undefined : keyedWrite(key, rpc, caller, input);
    const reply = await atMostOnce(write, service, (guard) =>
      run(executing(options.database, facts.context, guard)),
    );
    return { reply: wireReply(reply, rpc.status), team: caller.team_id, token: caller.token_id };
  };
}

function proposalsUnavailable(caller: Caller): AppError {
  const kind = caller.token_type;
  return new AppError(
    "proposals_unavailable",
    `Writes by a ${kind} token need proposals, which this release lacks; use a service token.`,
  );
}
