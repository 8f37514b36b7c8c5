import type { ErrorCode } from "@jst/errors";
import type { Input, RpcDefinition } from "./handler.ts";
import { requireJson, type Incoming } from "./incoming.ts";
import { readQuery } from "./query-string.ts";
import { parseStrictJson } from "./strict-json.ts";
import { Validator } from "./validator.ts";
import type { WireRequest } from "./wire-request.ts";

/** Input of an rpc of any shape. */
export type AnyInput = Input<Record<string, string>, unknown, unknown>;

const noQuery = { type: "object", properties: {}, additionalProperties: false };

/** Reads the input of one rpc and refuses what its schemas do not allow: the query first, then the body. */
export function inputReader<Deps>(
  rpc: RpcDefinition<Deps>,
): (request: WireRequest, incoming: Incoming) => AnyInput {
  const body = rpc.request === null ? null : new Validator(rpc.request);
  const query = new Validator(rpc.query ?? noQuery);
  return (request, incoming) => {
    const parameters = readQuery(incoming.target, query.schema);
    query.requireQuery(parameters);
    return {
      path: Object.fromEntries(rpc.path.map((name) => [name, request.path[name] ?? ""])),
      query: parameters,
      body: body === null ? undefined : readBody(request, incoming, body, rpc.unknownMember),
    };
  };
}

function readBody(
  request: WireRequest,
  incoming: Incoming,
  validator: Validator,
  unknownMember?: ErrorCode,
): unknown {
  requireJson(request.body?.contentType, incoming.header("content-encoding"));
  const value = parseStrictJson(request.body?.data ?? Buffer.alloc(0));
  validator.requireBody(value, unknownMember);
  return value;
}
