import { AppError, asAppError, jsonRpcCodeOf } from "@jst/errors";
import type { RequestCounter } from "../tools/auth-door.ts";
import type { CallParts } from "../tools/call-tool.ts";
import type { McpCall, McpRequest, McpServer } from "./server.ts";
import { eraOf, type Era } from "./era.ts";
import {
  errorText,
  readableId,
  readMessage,
  resultText,
  RpcError,
  rpcCodes,
  type Message,
} from "./json-rpc.ts";

/** Answer to one message; `text` is undefined for a notification. */
export interface McpAnswer {
  status: number;
  text: string | undefined;
  /** Headers of a refusal, such as what an app must ask for (oauth.step-up). */
  headers?: AppError["headers"];
}

/** One line about one message, for the log: names and codes, never content. */
export interface McpNote {
  method?: string;
  era?: Era;
  status: number;
  tool?: string;
  code?: string;
  error?: unknown;
}

/** Parts that answer every message. */
export interface DispatcherParts extends CallParts {
  server: McpServer;
  counter: RequestCounter;
  log: (note: McpNote, request: McpRequest) => void;
}

/** Answers one JSON-RPC message; it never rejects. A notification does nothing, whatever its method. */
export async function dispatch(
  value: unknown,
  request: McpRequest,
  parts: DispatcherParts,
): Promise<McpAnswer> {
  const note: McpNote = { status: 200 };
  let answer: McpAnswer;
  try {
    const message = readMessage(value);
    answer = await answerTo(message, request, parts, note);
  } catch (thrown) {
    const error = asRpcError(thrown);
    note.code = error.error.code;
    if (error.status >= 500) note.error = thrown;
    const text = errorText(readableId(value), error, request.problem);
    answer = { status: error.status, text, headers: error.error.headers };
  }
  parts.log({ ...note, status: answer.status }, request);
  return answer;
}

async function answerTo(
  message: Message,
  request: McpRequest,
  parts: DispatcherParts,
  note: McpNote,
): Promise<McpAnswer> {
  if (message.id === undefined) return { status: 202, text: undefined };
  const era = eraOf(message, request.header);
  note.era = era;
  const method = parts.server.methods[era].get(message.method);
  if (method === undefined) throw unknownMethod(era);
  note.method = message.method;
  const call: McpCall = {
    message,
    era,
    server: parts.server,
    request,
    parts,
    note: (outcome) => void Object.assign(note, outcome),
  };
  return { status: 200, text: resultText(message.id, await method(call)) };
}

function unknownMethod(era: Era): RpcError {
  const error = new AppError(
    "bad_request",
    "This MCP server does not support this method. Use a method of the MCP specification, such as tools/list.",
  );
  return new RpcError(rpcCodes.methodNotFound, era === "modern" ? 404 : 200, error);
}

/** An unforeseen error is our fault and shows nothing of itself. */
export function asRpcError(thrown: unknown): RpcError {
  if (thrown instanceof RpcError) return thrown;
  const error = asAppError(thrown);
  return error.status >= 500
    ? new RpcError(rpcCodes.internalError, error.status, error)
    : new RpcError(jsonRpcCodeOf(error.code), error.status, error);
}
