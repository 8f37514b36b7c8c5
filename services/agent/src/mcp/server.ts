import type { McpMethod } from "./call.ts";
import type { Era } from "./era.ts";

/** Who answers, as clients show it. */
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

/** True where refusals are JSON-RPC, and the handler reads the query itself. */
export function isMcpDoor(door: string): boolean {
  return door === "mcp" || door === "mcp_actions";
}
