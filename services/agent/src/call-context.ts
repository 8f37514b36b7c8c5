import type { Caller } from "@jst/caller";
import { AppError } from "@jst/errors";
import { departureOf } from "@jst/http";
import { readReason, REASON_HEADER } from "@jst/rpc";
import type { Request, Response } from "express";
import { randomUUID } from "node:crypto";
import { sendable } from "./sendable.ts";
import type { CallContext } from "./tools/tool-call.ts";

/** A little less than the gateway waits, so that the answer to a slow service still gets out. */
const TIME_MS = 29_000;

/** First value of a request header, by lower-case name. */
export type HeaderReader = (name: string) => string | undefined;

/** Returns the request's part of each call in it, at any agent door; the caller has been verified. Throws 400. */
export function contextOf(request: Request, response: Response): CallContext {
  const { caller } = response.locals as { caller: Caller };
  return {
    caller,
    callerToken: request.get("x-internal-token") ?? "",
    requestId: String((request.headers["x-request-id"] ??= randomUUID())),
    traceparent: sendable(request.get("traceparent")),
    tracestate: sendable(request.get("tracestate")),
    idempotencyKey: idempotencyKeyOf(request.get("idempotency-key")),
    changeReason: readReason(request.get(REASON_HEADER)),
    deadline: Date.now() + TIME_MS,
    departure: departureOf(response),
  };
}

function idempotencyKeyOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (value.length <= 255 && sendable(value) !== undefined) return value;
  throw new AppError(
    "invalid_idempotency_key",
    "Idempotency-Key is not valid. Send 1 to 255 printable characters.",
  );
}
