import { permits, type Caller } from "@jst/caller";
import { AppError, PROBLEM_CONTENT_TYPE, problemOf } from "@jst/errors";
import { readQuery, Validator } from "@jst/rpc";
import { traceIdOf, type Logger } from "@jst/telemetry";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { randomUUID } from "node:crypto";
import { getIndex } from "./discovery/get-index.ts";
import { getOpenApi } from "./discovery/get-open-api.ts";

/** What the express door is made of. */
export interface AppOptions {
  baseUrl: string;
  logger: Logger;
  verifyCaller: (token: string) => Caller | Promise<Caller>;
}

const noQuery = new Validator({ type: "object", properties: {}, additionalProperties: false });

/** The express door: every route of the contract that this service answers over plain HTTP. */
export function agentApp(options: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  app.use(refuseQuery);
  app.get("/api/.well-known/openapi.json", getOpenApi(options.baseUrl));
  app.get("/api/v1", requireWildcard(options), getIndex());
  app.use(() => {
    throw new AppError("route_not_found", "No such route; GET /api/v1 lists them.");
  });
  app.use(renderProblem(options));
  return app;
}

const refuseQuery: RequestHandler = (request, _response, next) => {
  noQuery.requireQuery(readQuery(request.url, noQuery.schema));
  next();
};

/** The index needs the wildcard (specification 5, rule 3), checked here again although auth has checked it. */
function requireWildcard(options: AppOptions): RequestHandler {
  return async (request, _response, next) => {
    const caller = await options.verifyCaller(request.get("x-internal-token") ?? "");
    if (!permits(caller.scopes, "*", "read")) {
      throw new AppError("wildcard_required", "The token needs full team access for this route.");
    }
    next();
  };
}

function renderProblem(options: AppOptions): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    if (response.headersSent) {
      next(thrown);
      return;
    }
    const error =
      thrown instanceof AppError
        ? thrown
        : new AppError("internal_error", "Something failed on our side. Quote the request_id.", {
            cause: thrown,
          });
    const requestId = request.get("x-request-id") ?? randomUUID();
    if (error.status >= 500) options.logger.error({ error, request_id: requestId }, "request");
    const traceId = traceIdOf(request.get("traceparent"));
    response.status(error.status).set(error.headers).type(PROBLEM_CONTENT_TYPE);
    response.send(JSON.stringify(problemOf(error, { baseUrl: options.baseUrl, requestId, traceId })));
  };
}
