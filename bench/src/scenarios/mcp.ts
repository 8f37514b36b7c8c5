import { pageFault, throughGateway } from "./requests.ts";
import { listFilter, listStatus } from "./orders.ts";
import { ours, type Scenario } from "./scenario.ts";

type Row = { data: Record<string, unknown> };

const isListed = (cells: Record<string, unknown>): boolean => cells["status"] === listStatus;

/** A page by tool and by REST: the same validator, gate and handler behind both. */
export const mcpCall: Scenario = {
  name: "mcp",
  title: "page of 50: tool query_rows over MCP beside its REST twin",
  hasTail: false,
  contestants: [
    {
      name: `${ours}, MCP`,
      door: "gateway",
      exchanges: (facts) => {
        const ask = throughGateway(facts);
        const call = {
          name: "query_rows",
          arguments: { table_id: facts.tableId, filter: JSON.parse(listFilter) as object, limit: 50 },
        };
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
        const rowsOf = (reply: unknown) =>
          (reply as { result?: { structuredContent?: { rows: Row[] } } }).result?.structuredContent?.rows.map(
            ({ data }) => data,
          );
        const faultOf = pageFault(rowsOf, isListed);
        return () => ask("/api/v1/mcp", body, { status: 200, faultOf });
      },
    },
    {
      name: `${ours}, REST`,
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
