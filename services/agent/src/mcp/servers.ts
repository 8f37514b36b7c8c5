import type { McpMethod, McpServer } from "./server.ts";
import { callTool } from "./methods/call-tool.ts";
import { discover } from "./methods/discover.ts";
import { initialize } from "./methods/initialize.ts";
import { listTools } from "./methods/list-tools.ts";
import { ping } from "./methods/ping.ts";

/** Which server answers at which URL. */
export interface McpServers {
  /** /api/v1/mcp */
  mcp: McpServer;
  /** /api/v1/mcp/actions */
  actions: McpServer;
}

const tools: readonly [string, McpMethod][] = [
  ["tools/list", listTools],
  ["tools/call", callTool],
];

const toolServer = {
  instructions: [
    "Tools to read and write one team's data: tables, contacts, forms, bookings, invoices, messages and knowledge.",
    "For rows begin with list_tables and get_table, for people with contact_search.",
    "For the next page of a list, pass next_cursor as cursor with the same other arguments.",
    "A result with queued: true is a proposal: nothing changes until a person approves it, and get_changeset shows its state.",
    "A result with isError has error.code, error.detail and error.hint with the next call.",
    "No tool approves or undoes a change, deletes rows, or changes the columns of a table: people do that in the console.",
  ].join(" "),
  capabilities: { tools: {} },
  methods: {
    legacy: new Map<string, McpMethod>([["initialize", initialize], ["ping", ping], ...tools]),
    modern: new Map<string, McpMethod>([["server/discover", discover], ...tools]),
  },
};

/** /api/v1/mcp (agents.mcp). */
export const mcpServer: McpServer = {
  ...toolServer,
  info: { name: "jst-client-api", title: "Team Data API", version: "1.0.0" },
  listsRefused: true,
};

/** /api/v1/mcp/actions: the same tools, but those that would be refused are not shown (agents.actions-server). */
export const actionsServer: McpServer = {
  ...toolServer,
  info: { name: "jst-client-api-actions", title: "Team Data API, actions", version: "1.0.0" },
  listsRefused: false,
};

/** The servers of the product. */
export const mcpServers: McpServers = { mcp: mcpServer, actions: actionsServer };
