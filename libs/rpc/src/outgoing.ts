import { asAppError, PROBLEM_CONTENT_TYPE, problemOf, type ProblemContext } from "@jst/errors";
import type { UnaryReply } from "./grpc/server.ts";
import { PREFIX_BYTES } from "./grpc/message-reader.ts";
import { lengthPrefix } from "./grpc/wire.ts";
import type { Reply, SentBytes } from "./handler.ts";

/** A reply in wire form: status, headers and a body of this media type. */
export interface WireReply {
  status: number;
  headers: Record<string, string>;
  contentType: string;
  /** A text, or bytes in pieces. */
  body: string | readonly Buffer[];
  /** In place of the body. */
  bytes?: SentBytes;
  /** In place of the body. */
  file?: SentFile;
}

/** A body that is sent piece by piece. */
export interface SentFile {
  chunks: AsyncIterable<Buffer>;
  /** Returns what the pieces are made with; runs when they have ended, in whatever way. */
  close: () => Promise<void>;
}

/** Reply and its caller, as the request log shows them. */
export interface AnsweredCall {
  reply: WireReply;
  team?: string;
  token?: string;
}

/** Wire form of a handler's reply. What is finished passes through untouched. */
export function wireReply(reply: Reply, defaultStatus: number): WireReply {
  const status = reply.status ?? defaultStatus;
  return {
    status,
    headers: reply.headers ?? {},
    contentType: reply.contentType ?? "application/json",
    body: status === 304 ? "" : wireBody(reply.body),
    ...(reply.bytes === undefined ? {} : { bytes: reply.bytes }),
  };
}

/** Converts a handler's body to the wire. */
export function wireBody(body: Reply["body"]): WireReply["body"] {
  return typeof body === "string" || isPieces(body) ? body : JSON.stringify(body);
}

function isPieces(body: Reply["body"]): body is readonly Buffer[] {
  return Array.isArray(body);
}

/** Wire form of a refusal: problem+json, whatever was thrown. What is not an AppError shows nothing of itself. */
export function wireProblem(thrown: unknown, context: ProblemContext): WireReply {
  const error = asAppError(thrown);
  const body = JSON.stringify(problemOf(error, context));
  const headers = { ...error.headers, "cache-control": "no-store" };
  return { status: error.status, headers, contentType: PROBLEM_CONTENT_TYPE, body };
}

/** Builds the reply for gRPC: the HTTP status in the initial metadata (a plain 200 needs none), and an HttpBody. */
export function grpcReply({ status, headers, contentType, body }: WireReply): UnaryReply {
  return {
    headers: status === 200 ? headers : { "x-http-status": String(status), ...headers },
    frame: httpBodyFrame(contentType, body),
  };
}

/** Frames a piece of a body that is sent as a stream. */
export function pieceFrame(contentType: string, piece: Buffer): Buffer[] {
  return httpBodyFrame(contentType, [piece]);
}

// Field numbers: google/api/httpbody.proto.
const CONTENT_TYPE = 1;
const DATA = 2;
/** Up to here a body is copied behind its frame: one write is cheaper than two. */
const COPIED_MAX = 64 * 1024;

/** Frames a google.api.HttpBody for gRPC. */
function httpBodyFrame(contentType: string, body: WireReply["body"]): Buffer[] {
  const bodyBytes = typeof body === "string" ? Buffer.byteLength(body) : lengthOf(body);
  const isCopied = bodyBytes <= COPIED_MAX;
  const type = contentTypeField(contentType);
  const data = lengthPrefix(DATA, bodyBytes);
  const headBytes = PREFIX_BYTES + type.length + data.length;
  const frame = Buffer.allocUnsafe(isCopied ? headBytes + bodyBytes : headBytes);
  frame[0] = 0;
  frame.writeUInt32BE(headBytes - PREFIX_BYTES + bodyBytes, 1);
  type.copy(frame, PREFIX_BYTES);
  data.copy(frame, PREFIX_BYTES + type.length);
  if (!isCopied) return [frame, ...(typeof body === "string" ? [Buffer.from(body)] : body)];
  if (typeof body === "string") frame.write(body, headBytes);
  else copyPieces(body, frame, headBytes);
  return [frame];
}

function lengthOf(pieces: readonly Buffer[]): number {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length;
}

function copyPieces(pieces: readonly Buffer[], into: Buffer, from: number): void {
  let at = from;
  for (const piece of pieces) at += piece.copy(into, at);
}

const contentTypeFields = new Map<string, Buffer>();

/** Encodes a media type; each of the few is encoded once. */
function contentTypeField(contentType: string): Buffer {
  const known = contentTypeFields.get(contentType);
  if (known !== undefined) return known;
  const text = Buffer.from(contentType);
  const field = Buffer.concat([lengthPrefix(CONTENT_TYPE, text.length), text]);
  contentTypeFields.set(contentType, field);
  return field;
}
