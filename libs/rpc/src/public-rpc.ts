import { permits, type Caller } from "@jst/caller";
import type { TeamContext } from "@jst/db";
import { AppError, insufficientScope } from "@jst/errors";
import { decide } from "./decide.ts";
import type { Call, Reply, RpcDefinition, RpcHandler } from "./handler.ts";
import { remainingMs, requireJson, versionOf, type Incoming, type WireRequest } from "./incoming.ts";
import { wireReply } from "./outgoing.ts";
import { readQuery } from "./query-string.ts";
import { Unauthenticated, type Answer, type DoorOptions } from "./door.ts";
import { parseStrictJson } from "./strict-json.ts";
import { Validator } from "./validator.ts";

type AnyHandler<Deps> = RpcHandler<Record<string, string>, unknown, unknown, Deps>;

/** Answers an rpc that a token calls: verify, scope, gate, validate, handle; in that order (architecture 3). */
export function publicRpc<Deps>(rpc: RpcDefinition<Deps>, options: DoorOptions<Deps>): Answer {
  const body = rpc.request === null ? null : new Validator(rpc.request);
  const query = new Validator(rpc.query ?? { type: "object", properties: {}, additionalProperties: false });
  const handler = rpc.handler as AnyHandler<Deps>;
  return async (request, incoming, deadline) => {
    const caller = await verifiedCaller(incoming, options);
    requireScope(caller, rpc);
    if (decide(caller, rpc) === "refuse") throw proposalsUnavailable(caller);
    const parameters = readQuery(incoming.target, query.schema);
    query.requireQuery(parameters);
    const input = {
      path: Object.fromEntries(rpc.path.map((name) => [name, textOf(request[name])])),
      query: parameters,
      body: body === null ? undefined : readBody(request, body),
    };
    const reply = await handler(input, callOf(rpc, caller, incoming, deadline, options));
    return { reply: wireReply(reply, rpc.status), team: caller.team_id, token: caller.token_id };
  };
}

async function verifiedCaller<Deps>(incoming: Incoming, options: DoorOptions<Deps>): Promise<Caller> {
  const token = incoming.header("x-internal-token");
  if (token === undefined) throw new Unauthenticated("the call carries no caller token");
  try {
    return await options.verifyCaller(token);
  } catch (cause) {
    throw new Unauthenticated("the caller token was refused", { cause });
  }
}

function requireScope<Deps>(caller: Caller, rpc: RpcDefinition<Deps>): void {
  if (rpc.access !== "scope" || permits(caller.scopes, rpc.resource, rpc.action)) return;
  throw insufficientScope(rpc.resource, rpc.action);
}

function proposalsUnavailable(caller: Caller): AppError {
  const kind = caller.token_type;
  return new AppError(
    "proposals_unavailable",
    `Writes by a ${kind} token need proposals, which this release lacks; use a service token.`,
  );
}

function readBody(request: WireRequest, validator: Validator): unknown {
  requireJson(request.body?.content_type);
  const value = parseStrictJson(request.body?.data ?? new Uint8Array());
  validator.requireBody(value);
  return value;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function callOf<Deps>(
  rpc: RpcDefinition<Deps>,
  caller: Caller,
  incoming: Incoming,
  deadline: Date | number,
  options: DoorOptions<Deps>,
): Call<Deps> {
  const { database, deps, baseUrl } = options;
  const context = contextOf(caller, incoming, deadline);
  return {
    caller,
    requestId: incoming.requestId,
    traceId: incoming.traceId,
    baseUrl,
    deps,
    ifMatch: versionOf(incoming.header("if-match")),
    ifNoneMatch: versionOf(incoming.header("if-none-match")),
    read: (statement, plan = "generic") => database.read(context, statement, plan),
    write: async (work) => {
      if (rpc.readOnly) throw new Error(`${rpc.method} is declared NO_SIDE_EFFECTS and may not write.`);
      const { result, changesetId } = await database.write(context, work);
      return withChangeset(result, changesetId);
    },
  };
}

function withChangeset(reply: Reply, changesetId: string): Reply {
  return { ...reply, headers: { ...reply.headers, "x-changeset-id": changesetId } };
}

/** A service token acts as itself, every other token as the member behind it (contract 1, created_by). */
function contextOf(caller: Caller, incoming: Incoming, deadline: Date | number): TeamContext {
  const { traceparent } = incoming.span;
  return {
    teamId: caller.team_id,
    tokenId: caller.token_id,
    actorType: caller.token_type,
    actorId: caller.member_id ?? caller.token_id,
    requestId: incoming.requestId,
    timeoutMs: remainingMs(deadline),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}
