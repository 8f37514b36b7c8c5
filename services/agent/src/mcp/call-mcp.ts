import { AppError } from "@jst/errors";
import { problemContext, readBody, requireJsonBody } from "@jst/http";
import { CALLER_LEFT, parseJson } from "@jst/rpc";
import type { Logger } from "@jst/telemetry";
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { contextOf } from "../call-context.ts";
import type { RequestCounter } from "../tools/auth-door.ts";
import type { CallParts } from "../tools/call-tool.ts";
import type { Catalogue, ReadyTool } from "../tools/catalogue.ts";
import { dispatchBatch } from "./batch.ts";
import type { McpRequest, McpServer } from "./server.ts";
import { asRpcError, dispatch, type DispatcherParts, type McpAnswer, type McpNote } from "./dispatcher.ts";
import { everything, readFilter } from "../tools/filters.ts";
import { errorText, invalidParams, RpcError, rpcCodes } from "./json-rpc.ts";
import { BODY_MAX_BYTES } from "../read-envelope.ts";

/** Deepest nesting of a message (limits.depth). */
const DEPTH_MAX = 64;

/** Options of the MCP server. */
export interface McpOptions extends CallParts {
  catalogue: Catalogue;
  counter: RequestCounter;
  logger: Logger;
}

/**
 * POST on the URL of a server: one JSON-RPC message, or a batch, in and out; JSON whatever the client accepts, no
 * session. The caller has been verified and stands in `response.locals`.
 */
export function callMcp(server: McpServer, options: McpOptions): RequestHandler {
  const parts: DispatcherParts = {
    ...options,
    server,
    log: (note, request) => logNote(options.logger, note, request),
  };
  return async (request, response) => {
    requireJsonBody(request);
    const mcpRequest = requestOf(request, response, options);
    const value = parsed(await readBody(request, BODY_MAX_BYTES));
    const answer = Array.isArray(value)
      ? await dispatchBatch(value, mcpRequest, parts)
      : await dispatch(value, mcpRequest, parts);
    send(response, answer);
  };
}

/** Renders what was refused before a message could be read: JSON-RPC with `id: null`. */
export function renderRpcError(options: { baseUrl: string; logger: Logger }): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    if (response.headersSent) {
      next(thrown);
      return;
    }
    const error = asRpcError(thrown);
    const context = problemContext(request, options.baseUrl);
    if (error.status >= 500)
      options.logger.error({ error: thrown, request_id: context.requestId }, "request");
    const text = errorText(null, error, context);
    send(response, { status: error.status, text, headers: error.error.headers });
  };
}

function send(response: Response, { status, text, headers = {} }: McpAnswer): void {
  response.status(status).set(headers);
  if (text === undefined) response.end();
  else response.setHeader("content-type", "application/json").end(text);
}

function parsed(bytes: Buffer): unknown {
  try {
    return parseJson(bytes, DEPTH_MAX);
  } catch (thrown) {
    if (thrown instanceof AppError) throw new RpcError(rpcCodes.parseError, 400, thrown);
    throw thrown;
  }
}

function requestOf(request: Request, response: Response, options: McpOptions): McpRequest {
  return {
    ...contextOf(request, response),
    header: (name: string) => request.get(name),
    tools: visibleTo(request, options),
    problem: problemContext(request, options.baseUrl),
  };
}

function visibleTo(request: Request, { catalogue }: McpOptions): readonly ReadyTool[] {
  try {
    const filter = readFilter(request.url, (name) => request.get(name), catalogue);
    return filter === everything ? catalogue.tools : catalogue.tools.filter(filter);
  } catch (thrown) {
    if (thrown instanceof AppError) throw invalidParams(thrown.message, thrown.code, 400);
    throw thrown;
  }
}

function logNote(logger: Logger, { error, ...note }: McpNote, request: McpRequest): void {
  const { caller, problem, departure } = request;
  const line = {
    mcp: departure.aborted ? { ...note, status: CALLER_LEFT } : note,
    team: caller.team_id,
    token: caller.token_id,
    request_id: problem.requestId,
    trace_id: problem.traceId,
    ...(error === undefined ? {} : { error }),
  };
  if (error === undefined) logger.info(line, "request");
  else logger.error(line, "request");
}
