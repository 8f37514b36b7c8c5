import { isObject } from "../is-object.ts";
import { AppError, problemOf, type ErrorCode, type ProblemContext } from "@jst/errors";

/** Id of a request; it comes back as it was sent. */
export type RequestId = string | number;

/** A request of JSON-RPC 2.0, or a notification where `id` is undefined. */
export interface Message {
  id: RequestId | undefined;
  method: string;
  params: Readonly<Record<string, unknown>>;
}

/** Codes of JSON-RPC and of MCP (agents.protocol-errors). */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const;

/** A refusal on the level of the protocol: JSON-RPC code, HTTP status, and the error its problem document shows. */
export class RpcError extends Error {
  readonly code: number;
  readonly status: number;
  readonly error: AppError;

  constructor(code: number, status: number, error: AppError) {
    super(error.message, { cause: error });
    this.code = code;
    this.status = status;
    this.error = error;
  }
}

/** Builds the refusal of an invalid JSON-RPC request: HTTP 400, -32600. */
export function invalidRequest(detail: string): RpcError {
  return new RpcError(rpcCodes.invalidRequest, 400, new AppError("bad_request", detail));
}

/** Parameters the method does not take: -32602, by default in an HTTP 200. */
export function invalidParams(detail: string, code: ErrorCode = "bad_request", status = 200): RpcError {
  return new RpcError(rpcCodes.invalidParams, status, new AppError(code, detail));
}

/** Response to a request, around the JSON of its result. */
export function resultText(id: RequestId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}

/** Response to what was refused; `id` is null where it could not be read. */
export function errorText(id: RequestId | null, error: RpcError, context: ProblemContext): string {
  const data = problemOf(error.error, context);
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code: error.code, message: error.message, data } });
}

/** Id of anything that was sent, as far as it can be echoed; else null. */
export function readableId(value: unknown): RequestId | null {
  const id = isObject(value) ? value["id"] : undefined;
  return isRequestId(id) ? id : null;
}

/**
 * Reads one request or notification; throws RpcError for anything else. A notification is never answered, so its
 * params may be anything (agents.mcp).
 */
export function readMessage(value: unknown): Message {
  if (!isObject(value)) throw invalidRequest("A JSON-RPC request must be an object.");
  const { jsonrpc, id, method, params } = value;
  if (jsonrpc !== "2.0") throw invalidRequest('A JSON-RPC request must have jsonrpc "2.0".');
  if (typeof method !== "string")
    throw invalidRequest("A JSON-RPC request must have a method, which is a string.");
  if (id !== undefined && !isRequestId(id))
    throw invalidRequest("The id must be a string or a whole number.");
  if (isObject(params)) return { id, method, params };
  if (params !== undefined && id !== undefined) throw invalidParams("params must be an object.");
  return { id, method, params: {} };
}

/** A whole number beyond what a double holds exactly could not be echoed. */
function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}
