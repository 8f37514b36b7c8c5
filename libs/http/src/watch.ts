import { CALLER_LEFT, countCall } from "@jst/rpc";
import { inRequest, startSpan, traceIdOf, type Logger } from "@jst/telemetry";
import type { Caller } from "@jst/caller";
import type { RequestHandler } from "express";
import { randomUUID } from "node:crypto";
import { CUT } from "./departure.ts";

/** Recorded for an answer that failed after its head had been sent. */
const CUT_STATUS = 500;

/**
 * Records each request of a route in log, metrics and trace under its rpc, never its URL. What comes behind it finds
 * its request id and the trace context to hand on in the request's headers. A route that `logsItself` has no line here.
 */
export function watch(route: { rpc: string }, logger: Logger, logsItself = false): RequestHandler {
  return (request, response, next) => {
    const startMs = performance.now();
    const requestId = String((request.headers["x-request-id"] ??= randomUUID()));
    const span = startSpan("server", route.rpc, request.get("traceparent"));
    if (span.traceparent !== undefined) request.headers["traceparent"] = span.traceparent;
    const ids = { requestId, traceId: traceIdOf(span.traceparent) };
    const end = () => {
      const ms = performance.now() - startMs;
      const unended = response.locals[CUT] === true ? CUT_STATUS : CALLER_LEFT;
      const status = response.writableEnded ? response.statusCode : unended;
      countCall(route.rpc, status, ms);
      span.end({ "http.response.status_code": status }, status >= 500 ? `status_${status}` : undefined);
      if (logsItself) return;
      const { caller } = response.locals as { caller?: Caller };
      const who = caller === undefined ? {} : { team: caller.team_id, token: caller.token_id };
      logger.info({ rpc: route.rpc, ...who, status, ms: Math.round(ms * 100) / 100 }, "request");
    };
    // A client that leaves closes it from outside of the request.
    response.once("close", () => inRequest(ids, end));
    inRequest(ids, next);
  };
}
