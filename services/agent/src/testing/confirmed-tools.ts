import { tools } from "../../gen/tools.ts";
import type { Tool } from "../tools/tool.ts";

/** The registered tools, but insert_row asks for confirmation. */
export const confirmedTools: readonly Tool[] = tools.map((tool) =>
  tool.name === "insert_row" ? { ...tool, confirm: true, inputSchema: withConfirm(tool) } : tool,
);

function withConfirm({ inputSchema }: Tool): Tool["inputSchema"] {
  const properties = inputSchema["properties"] as object;
  const own = { confirm: { type: "boolean" }, confirm_token: { type: "string" } };
  return { ...inputSchema, properties: { ...properties, ...own } };
}
