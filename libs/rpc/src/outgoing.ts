import { Metadata, type sendUnaryData, type ServerUnaryCall } from "@grpc/grpc-js";
import { asAppError, PROBLEM_CONTENT_TYPE, problemOf, type ProblemContext } from "@jst/errors";
import type { Reply } from "./handler.ts";
import type { WireRequest } from "./incoming.ts";

/** google.api.HttpBody as proto-loader encodes it. */
export interface HttpBody {
  content_type: string;
  data: Buffer;
}

/** A reply in wire form: status, headers and bytes. */
export interface WireReply {
  status: number;
  headers: Record<string, string>;
  body: HttpBody;
}

/** Wire form of a handler's reply. Finished JSON passes through untouched. */
export function wireReply(reply: Reply, defaultStatus: number): WireReply {
  const status = reply.status ?? defaultStatus;
  const data =
    reply.body instanceof Buffer
      ? reply.body
      : Buffer.from(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
  const body = { content_type: "application/json", data: status === 304 ? Buffer.alloc(0) : data };
  return { status, headers: reply.headers ?? {}, body };
}

/** Wire form of a refusal: problem+json, whatever was thrown. What is not an AppError shows nothing of itself. */
export function wireProblem(thrown: unknown, context: ProblemContext): WireReply {
  const error = asAppError(thrown);
  const data = Buffer.from(JSON.stringify(problemOf(error, context)));
  return { status: error.status, headers: error.headers, body: { content_type: PROBLEM_CONTENT_TYPE, data } };
}

/**
 * Sends metadata and body in one tick: grpc-js moves the metadata of a later error into trailers, where
 * HTTP/1.1 clients lose it. A plain 200 needs no metadata at all.
 */
export function send(
  call: ServerUnaryCall<WireRequest, HttpBody>,
  callback: sendUnaryData<HttpBody>,
  reply: WireReply,
): void {
  const headers = Object.entries(reply.headers);
  if (reply.status !== 200 || headers.length > 0) {
    const metadata = new Metadata();
    if (reply.status !== 200) metadata.set("x-http-status", String(reply.status));
    for (const [name, value] of headers) metadata.set(name, value);
    call.sendMetadata(metadata);
  }
  callback(null, reply.body);
}
