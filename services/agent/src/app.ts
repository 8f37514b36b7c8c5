import { requireModuleOn, requireRight, type Caller } from "@jst/caller";
import { AppError, asAppError, notFound, PROBLEM_CONTENT_TYPE, problemOf } from "@jst/errors";
import { readQuery, recordedStatus, Validator } from "@jst/rpc";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { expressRoutes, type ExpressHandlers } from "../gen/express.ts";
import { ListChangesetsQuery } from "../gen/schemas.ts";
import { getAction } from "./actions/get-action.ts";
import { runAction } from "./actions/run-action.ts";
import { listChangesets, type ChangesetListParts } from "./changesets/list-changesets.ts";
import type { Documents } from "./discovery/document.ts";
import { getErrorCode } from "./discovery/get-error-code.ts";
import { getIndex } from "./discovery/get-index.ts";
import { getOpenApi } from "./discovery/get-open-api.ts";
import { getReference } from "./discovery/get-reference.ts";
import { callTool } from "./function-calling/call-tool.ts";
import { listTools } from "./function-calling/list-tools.ts";
import { callMcp, renderRpcError, type McpOptions } from "./mcp/call-mcp.ts";
import { listActions } from "./mcp/list-actions.ts";
import { isMcpDoor } from "./mcp/server.ts";
import type { McpServers } from "./mcp/servers.ts";
import { problemContext } from "./problem-context.ts";
import { watch } from "./watch.ts";

/** What the express door is made of. */
export interface AppOptions extends McpOptions, ChangesetListParts {
  documents: Documents;
  verifyCaller: (token: string) => Caller | Promise<Caller>;
  servers: McpServers;
}

type ExpressRoute = (typeof expressRoutes)[number];

const noQuery = new Validator({ type: "object", properties: {}, additionalProperties: false });
/** Routes that read their query themselves: its names and values have refusals of their own. */
const readsOwnQuery: ReadonlySet<string> = new Set<ExpressRoute["handler"]>(["listTools", "callTool"]);
/** Routes that take a query; the others take none. */
const queries: Partial<Record<ExpressRoute["handler"], Validator>> = {
  listChangesets: new Validator(ListChangesetsQuery),
};

/** The express door: every route of the contract that this service answers over plain HTTP. */
export function agentApp(options: AppOptions): Express {
  const handlers: ExpressHandlers<RequestHandler> = {
    getIndex: getIndex(options.documents.index, options.catalogue),
    getOpenApi: getOpenApi(options.documents.openapi, options.baseUrl),
    getReference: getReference(),
    getErrorCode: getErrorCode(),
    callMcp: callMcp(options.servers.mcp, options),
    callMcpActions: callMcp(options.servers.actions, options),
    listMcpActions: listActions(options.servers.actions, options),
    listChangesets: listChangesets(options),
    getAction: getAction(options),
    runAction: runAction(options),
    listTools: listTools(options),
    callTool: callTool(options),
  };
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  // The router asks one route after the other: those that are called most stand first.
  for (const route of expressRoutes.toSorted(
    (a, b) => Number(isMcpDoor(b.door)) - Number(isMcpDoor(a.door)),
  )) {
    const before = [watch(route, options.logger), requireAccess(route, options)];
    const handler = handlers[route.handler];
    if (readsOwnQuery.has(route.handler)) app[route.verb](route.path, ...before, handler);
    else if (isMcpDoor(route.door)) app[route.verb](route.path, ...before, handler, renderRpcError(options));
    else app[route.verb](route.path, ...before, readQueryOf(route), handler);
  }
  app.use(() => {
    throw new AppError("route_not_found", "No such route; GET /api/v1 lists them.");
  });
  app.use(renderProblem(options));
  return app;
}

/** Verifies the caller and its scope again, although auth has: a call that went round the gateway is refused. */
function requireAccess(route: ExpressRoute, options: AppOptions): RequestHandler {
  return async (request, response, next) => {
    if (route.access !== "public") {
      const caller = await options.verifyCaller(request.get("x-internal-token") ?? "");
      if (route.access === "scope") requireRight(caller, route.resource, route.action);
      requireModuleOn(caller.team.modules, route.module);
      response.locals["caller"] = caller;
    }
    next();
  };
}

/** Leaves the query of the route in `response.locals`; throws 400 for one that its schema does not allow. */
function readQueryOf({ handler }: ExpressRoute): RequestHandler {
  const validator = queries[handler] ?? noQuery;
  return (request, response, next) => {
    const { values: query, faults } = readQuery(request.url, validator.schema);
    validator.requireQuery(query, faults);
    response.locals["query"] = query;
    next();
  };
}

function renderProblem(options: AppOptions): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    if (response.headersSent) {
      next(thrown);
      return;
    }
    const error = isUndecodable(thrown) ? notFound() : asAppError(thrown);
    const context = problemContext(request, options.baseUrl);
    if (recordedStatus(error.status, response.closed) >= 500)
      options.logger.error({ error, request_id: context.requestId }, "request");
    response.status(error.status).set(error.headers).type(PROBLEM_CONTENT_TYPE);
    response.send(JSON.stringify(problemOf(error, context)));
  };
}

/** The router's refusal of a path parameter that does not decode, such as %ff: nothing has such a name. */
function isUndecodable(thrown: unknown): boolean {
  // The router marks its own; any other URIError is a fault of ours.
  return thrown instanceof URIError && "status" in thrown;
}
