import { AppError } from "@jst/errors";
import { startSpan, traceIdOf, type Span } from "@jst/telemetry";
import { randomUUID } from "node:crypto";
import type { Hop } from "./hop.ts";
import type { GrpcCall } from "./grpc/call.ts";

/** Longest time one request may take, also when the gateway named none (limits.time). */
const REQUEST_TIMEOUT_MS = 30_000;

/** Parts of a gRPC call that concern its caller. */
type GrpcCaller = Pick<GrpcCall, "header" | "departure" | "hasCallerLeft">;

/** Headers of a call that every rpc reads. */
export class Incoming {
  readonly #call: GrpcCaller;
  readonly requestId: string;
  readonly traceId: string | undefined;
  /** Ends with the call. Its traceparent is what the call hands on. */
  readonly span: Span;

  /** True if the answer may be a stream. */
  readonly isStreamed: boolean;

  constructor(call: GrpcCaller, rpc: string, isStreamed = false) {
    this.#call = call;
    this.isStreamed = isStreamed;
    this.requestId = this.header("x-request-id") ?? randomUUID();
    this.span = startSpan("server", rpc, this.header("traceparent"));
    this.traceId = traceIdOf(this.span.traceparent);
  }

  /** Returns a header; undefined if it is absent. */
  header(name: string): string | undefined {
    return this.#call.header(name);
  }

  /** True once the caller has left without an answer. */
  get hasCallerLeft(): boolean {
    return this.#call.hasCallerLeft;
  }

  /** Aborted when the caller goes away before it is answered. */
  get departure(): AbortSignal {
    return this.#call.departure;
  }

  /** Raw path and query as the client sent them; the gateway strips forged values. */
  get target(): string {
    return this.header("x-envoy-original-path") ?? "";
  }
}

/** Milliseconds until the caller stops waiting, at `deadline` in milliseconds of Unix time. */
export function remainingMs(deadline: number): number {
  return Math.max(1, Math.min(REQUEST_TIMEOUT_MS, deadline - Date.now()));
}

/** Context that calls to other services carry from this one. */
export function hopOf(incoming: Incoming, deadline: number): Hop {
  return {
    requestId: incoming.requestId,
    traceparent: incoming.span.traceparent,
    callerToken: incoming.header("x-internal-token"),
    deadline: Date.now() + remainingMs(deadline),
    departure: () => incoming.departure,
  };
}

/**
 * Refuses a body that is not sent as plain JSON or as a merge patch (conventions.json). Other `+json` types mean other
 * things, and a body without a type may be anything. An empty body needs no type.
 */
export function requireJson(contentType = "", encoding = "identity", isEmpty = false): void {
  if (encoding.trim().toLowerCase() !== "identity")
    throw new AppError(
      "unsupported_media_type",
      "Compressed bodies are not supported. Send the body without compression.",
    );
  if (isEmpty && contentType === "") return;
  if (/^application\/(?:merge-patch\+)?json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(contentType.trim()))
    return;
  throw new AppError(
    "unsupported_media_type",
    "The body is not sent as JSON. Send it as application/json in UTF-8.",
  );
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the text form of a UUID. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}
