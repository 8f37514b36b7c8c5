import type { ProblemContext } from "@jst/errors";
import type { CallParts } from "../tools/call-tool.ts";
import type { CallContext } from "../tools/tool-call.ts";
import type { ReadyTool } from "../tools/catalogue.ts";
import type { HeaderReader } from "../call-context.ts";
import type { Era } from "./era.ts";
import type { Message } from "./json-rpc.ts";

/** Name of the server, as clients show it. */
export interface ServerInfo {
  name: string;
  title: string;
  version: string;
}

/** One MCP server: a URL, its name and its methods. All of them answer with the same dispatcher. */
export interface McpServer {
  info: ServerInfo;
  /** Sent with initialize and server/discover. */
  instructions: string;
  capabilities: Readonly<Record<string, object>>;
  methods: Readonly<Record<Era, ReadonlyMap<string, McpMethod>>>;
  /** True when tools/list also shows a write that the team's settings refuse now (agents.mcp). */
  listsRefused: boolean;
}

/** Parts of an HTTP request on the MCP server that each message in it gets. */
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

/** True where refusals are JSON-RPC, and the handler reads the query itself. */
export function isMcpDoor(door: string): boolean {
  return door === "mcp" || door === "mcp_actions";
}
