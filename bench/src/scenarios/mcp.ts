import { listFilter, listStatus } from "./orders.ts";
import { lacks, pageFault, throughGateway } from "./requests.ts";
import { ours, type Contestant, type Scenario } from "./scenario.ts";

type Row = { data: Record<string, unknown> };

const isListed = (cells: Record<string, unknown>): boolean => cells["status"] === listStatus;

const overMcp = `${ours}, MCP`;
const overRest = `${ours}, REST`;

/** Sends the same request again and again, through the gateway. */
function sending(name: string, path: string, body: string | undefined, text: string): Contestant {
  return {
    name,
    door: "gateway",
    exchanges: (facts) => {
      const ask = throughGateway(facts);
      return () => ask(path, body, { status: 200, faultOf: lacks(text) });
    },
  };
}

const message = (method: string, params: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

/** A short answer by tool and by REST: what the door itself costs (operation.budgets). */
export const mcpTables: Scenario = {
  name: "mcp",
  title: "tool list_tables over MCP beside its REST twin",
  hasTail: false,
  contestants: [
    sending(overMcp, "/api/v1/mcp", message("tools/call", { name: "list_tables" }), '"isError":false'),
    sending(overRest, "/api/v1/data/tables", undefined, '"tables":[{'),
  ],
  target: { against: overRest, atLeast: 0.65 },
  p50Target: { against: overRest, atMost: 1.5 },
};

/** The list of tools, which every client asks for first: made once, sent from memory. */
export const mcpToolsList: Scenario = {
  name: "mcp-tools",
  title: "tools/list",
  hasTail: false,
  contestants: [sending(overMcp, "/api/v1/mcp", message("tools/list", {}), '"tools":[{')],
  cpuTarget: { group: "agent", atMostUs: 1_000 },
};

/** A page by tool and by REST: the same validator, gate and handler behind both. The page goes out twice over MCP. */
export const mcpRows: Scenario = {
  name: "mcp-rows",
  title: "page of 50: tool query_rows over MCP beside its REST twin",
  hasTail: false,
  contestants: [
    {
      name: overMcp,
      door: "gateway",
      exchanges: (facts) => {
        const ask = throughGateway(facts);
        const call = {
          name: "query_rows",
          arguments: { table_id: facts.tableId, filter: JSON.parse(listFilter) as object, limit: 50 },
        };
        const body = message("tools/call", call);
        const rowsOf = (reply: unknown) =>
          (reply as { result?: { structuredContent?: { rows: Row[] } } }).result?.structuredContent?.rows.map(
            ({ data }) => data,
          );
        const faultOf = pageFault(rowsOf, isListed);
        return () => ask("/api/v1/mcp", body, { status: 200, faultOf });
      },
    },
    {
      name: overRest,
      door: "gateway",
      exchanges: (facts) => {
        const ask = throughGateway(facts);
        const filter = encodeURIComponent(listFilter);
        const path = `/api/v1/data/tables/${facts.tableId}/rows?filter=${filter}&limit=50`;
        const faultOf = pageFault(
          (reply) => (reply as { rows?: Row[] }).rows?.map(({ data }) => data),
          isListed,
        );
        return () => ask(path, undefined, { status: 200, faultOf });
      },
    },
  ],
};
