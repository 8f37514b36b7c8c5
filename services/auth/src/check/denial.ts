import { type AppError, jsonRpcCodeOf, PROBLEM_CONTENT_TYPE, problemOf, type Problem } from "@jst/errors";
import { traceIdOf } from "@jst/telemetry";
import { randomUUID } from "node:crypto";
import type { CheckRequest } from "./check-request.ts";
import { deniedResponse, type Headers } from "./check-response.ts";
import type { RouteFacts } from "./route-facts.ts";

export interface DenialContext {
  /** Public base URL without a trailing slash. */
  baseUrl: string;
  request: Pick<CheckRequest, "requestId" | "traceparent"> | undefined;
  route: RouteFacts | undefined;
  /** RateLimit headers, once the request was counted. */
  headers: Headers;
  /** Value of WWW-Authenticate; none when undefined. */
  challenge?: string | undefined;
}

/**
 * Builds the whole denied answer in the shape of the surface. That is a problem document, or JSON-RPC with `id: null`
 * on the MCP routes, whose body auth does not see (operation.caller).
 */
export function denial(error: AppError, context: DenialContext): Buffer {
  const { request, route } = context;
  const problem = problemOf(error, {
    baseUrl: context.baseUrl,
    requestId: request?.requestId ?? randomUUID(),
    traceId: traceIdOf(request?.traceparent),
  });
  const isRpc = route?.surface === "mcp" || route?.surface === "mcp_actions";
  const headers = {
    "content-type": isRpc ? "application/json" : PROBLEM_CONTENT_TYPE,
    ...(context.challenge === undefined ? {} : { "www-authenticate": context.challenge }),
    ...error.headers,
    "cache-control": "no-store",
    ...context.headers,
  };
  return deniedResponse(
    error.status,
    headers,
    JSON.stringify(isRpc ? rpcError(jsonRpcCodeOf(error.code), problem) : problem),
  );
}

function rpcError(code: number, problem: Problem): Record<string, unknown> {
  return { jsonrpc: "2.0", id: null, error: { code, message: problem.detail, data: problem } };
}
