import type { ProblemContext } from "@jst/errors";
import type { CallContext, CallParts } from "../tools/call-tool.ts";
import type { ReadyTool } from "../tools/catalogue.ts";
import type { HeaderReader } from "../call-context.ts";
import type { Era } from "./era.ts";
import type { Message } from "./json-rpc.ts";
import type { McpServer } from "./server.ts";

/** What an HTTP request on the MCP server brings to each message in it. */
export interface McpRequest extends CallContext {
  header: HeaderReader;
  /** The tools of this server that the client's filters leave, by toolset and name. */
  tools: readonly ReadyTool[];
  problem: ProblemContext;
}

/** One message of a known era. */
export interface McpCall {
  message: Message;
  era: Era;
  server: McpServer;
  request: McpRequest;
  parts: CallParts;
  /** Told what a tool call came to: a word for the log, never content. */
  note: (outcome: { tool?: string; code?: string; error?: unknown }) => void;
}

/** Answers one method with the JSON text of its result, or throws RpcError. */
export type McpMethod = (call: McpCall) => string | Promise<string>;
