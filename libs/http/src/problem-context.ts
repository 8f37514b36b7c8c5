import type { ProblemContext } from "@jst/errors";
import { traceIdOf } from "@jst/telemetry";
import type { Request } from "express";
import { randomUUID } from "node:crypto";

/**
 * Returns the instance and time of an error in this request; the request keeps one id, also without a gateway in front.
 */
export function problemContext(request: Request, baseUrl: string): ProblemContext {
  const requestId = (request.headers["x-request-id"] ??= randomUUID());
  return { baseUrl, requestId: String(requestId), traceId: traceIdOf(request.get("traceparent")) };
}
