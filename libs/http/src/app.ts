import {
  requireModuleOn,
  requireRpcRight,
  requireSignedIn,
  type Caller,
  type ScopeAction,
} from "@jst/caller";
import { AppError, asAppError, notFound, PROBLEM_CONTENT_TYPE, problemOf } from "@jst/errors";
import { readQuery, recordedStatus, Validator } from "@jst/rpc";
import type { Logger } from "@jst/telemetry";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { preflight, requirePage } from "./pages.ts";
import { problemContext } from "./problem-context.ts";
import { watch } from "./watch.ts";

/** A route as gen/express.ts of a service has it. */
export type HttpRoute = {
  rpc: string;
  handler: string;
  verb: "get" | "post" | "put" | "patch" | "delete";
  /** In the syntax of express 5. */
  path: string;
  resource: string;
  module: string;
  /**
   * Pages that may call it, of any origin or of those that the gateway allows: the gateway says so with every answer,
   * and a preflight is answered here.
   */
  pages?: "any" | "allowed";
} & ({ access: "public" | "authenticated" } | { access: "scope" | "member"; action: ScopeAction });

/** Exceptions of a route. */
export interface RouteRules {
  /** Its query; `own` where the handler reads the query itself. A route without one takes none. */
  query?: Validator | "own";
  /** Renders what the route refuses otherwise than as a problem document. */
  renderError?: ErrorRequestHandler;
  /** Writes lines of its own to the log. */
  logsItself?: boolean;
}

/** Parts of the door. */
export interface HttpAppOptions<Route extends HttpRoute> {
  /** Asked one after the other: those that are called most stand first. */
  routes: readonly Route[];
  handlers: Record<Route["handler"], RequestHandler>;
  rulesOf?: (route: Route) => RouteRules;
  verifyCaller: (token: string) => Caller | Promise<Caller>;
  baseUrl: string;
  logger: Logger;
}

/** Headers that a handler may have set for what it meant to send, and a problem must not carry. */
const OF_THE_FILE = [
  "content-disposition",
  "content-security-policy",
  "content-length",
  "etag",
  "accept-ranges",
];

const noQuery = new Validator({ type: "object", properties: {}, additionalProperties: false });

/**
 * Every route behind its log, metrics and trace, its access and its query. A handler finds the verified caller in
 * `response.locals.caller` and the query in `response.locals.query`; what it throws is answered as a problem document.
 */
export function httpApp<Route extends HttpRoute>(options: HttpAppOptions<Route>): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  for (const route of options.routes) {
    app[route.verb](route.path, ...stepsOf(route, options));
    if (route.pages !== undefined && !(route.pages === "allowed" && route.verb === "get"))
      app.options(route.path, preflight(route));
  }
  app.use(() => {
    throw new AppError(
      "route_not_found",
      "This route does not exist. See GET /api/.well-known/openapi.json for all routes.",
    );
  });
  app.use(renderProblem(options));
  return app;
}

function stepsOf<Route extends HttpRoute>(
  route: Route,
  { handlers, rulesOf, verifyCaller, logger }: HttpAppOptions<Route>,
): (RequestHandler | ErrorRequestHandler)[] {
  const { query, renderError, logsItself } = rulesOf?.(route) ?? {};
  return [
    watch(route, logger, logsItself),
    requireAccess(route, verifyCaller),
    ...(route.pages === "allowed" ? [requireAllowedPage] : []),
    ...(query === "own" ? [] : [requireQuery(query ?? noQuery)]),
    handlers[route.handler as Route["handler"]],
    ...(renderError === undefined ? [] : [renderError]),
  ];
}

const requireAllowedPage: RequestHandler = (request, _response, next) => {
  requirePage(request);
  next();
};

/** Verifies the caller and its scope again, although auth has: a call that went round the gateway is refused. */
function requireAccess(
  route: HttpRoute,
  verifyCaller: (token: string) => Caller | Promise<Caller>,
): RequestHandler {
  return async (request, response, next) => {
    if (route.access !== "public") {
      const caller = await verifyCaller(request.get("x-internal-token") ?? "");
      if (route.access === "member") requireSignedIn(caller.token_type);
      if (route.access === "scope" || (route.access === "member" && route.resource !== ""))
        requireRpcRight(caller, route.resource, route.action);
      requireModuleOn(caller.team.modules, route.module);
      response.locals["caller"] = caller;
    }
    next();
  };
}

/** Leaves the query of the route in `response.locals`; throws 400 for one that its schema does not allow. */
function requireQuery(validator: Validator): RequestHandler {
  return (request, response, next) => {
    const { values: query, faults } = readQuery(request.url, validator.schema);
    validator.requireQuery(query, faults);
    response.locals["query"] = query;
    next();
  };
}

function renderProblem({ baseUrl, logger }: { baseUrl: string; logger: Logger }): ErrorRequestHandler {
  // Express tells a handler of errors by its four parameters.
  return (thrown: unknown, request, response, _next) => {
    const error = isUndecodable(thrown) ? notFound() : asAppError(thrown);
    const context = problemContext(request, baseUrl);
    if (response.headersSent) {
      logger.error({ error: thrown, request_id: context.requestId }, "request");
      response.destroy();
      return;
    }
    if (recordedStatus(error.status, response.closed) >= 500)
      logger.error({ error, request_id: context.requestId }, "request");
    for (const name of OF_THE_FILE) response.removeHeader(name);
    response.status(error.status).set(error.headers).type(PROBLEM_CONTENT_TYPE);
    response.send(JSON.stringify(problemOf(error, context)));
  };
}

/** The router's refusal of a path parameter that does not decode, such as %ff: nothing has such a name. */
function isUndecodable(thrown: unknown): boolean {
  // The router marks its own; any other URIError is a fault of ours.
  return thrown instanceof URIError && "status" in thrown;
}
