import type { McpCall, McpMethod, McpServer } from "../../mcp/server.ts";
import { callTool } from "../../mcp/methods/call-tool.ts";
import { listTools } from "../../mcp/methods/list-tools.ts";
import { mcpServer } from "../../mcp/servers.ts";
import { render, type Fixture } from "./answer.ts";
import { promptMethods } from "./prompts.ts";
import { resourceMethods } from "./resources.ts";
import { fixtureEntries, fixtureTools } from "./tools.ts";

const others: Readonly<Record<string, Fixture>> = {
  ...resourceMethods,
  ...promptMethods,
  "completion/complete": () => ({ completion: { values: [], total: 0, hasMore: false } }),
};
/** Methods that were dropped in the modern era. */
const legacyOnly: Readonly<Record<string, Fixture>> = {
  "logging/setLevel": () => ({}),
  "resources/subscribe": () => ({}),
  "resources/unsubscribe": () => ({}),
};

/**
 * Server of the product with the tools, resources and prompts that the conformance suite asks for. It shows that
 * dispatcher, eras and results are right where the product itself has nothing to show.
 */
export const conformanceServer: McpServer = {
  ...mcpServer,
  capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} },
  methods: {
    legacy: withFixtures(mcpServer.methods.legacy, { ...others, ...legacyOnly }),
    modern: withFixtures(mcpServer.methods.modern, others),
  },
};

function withFixtures(
  methods: ReadonlyMap<string, McpMethod>,
  fixtures: Readonly<Record<string, Fixture>>,
): ReadonlyMap<string, McpMethod> {
  const rendered = Object.entries(fixtures).map(([name, fixture]): [string, McpMethod] => [
    name,
    (call) => render(call, fixture(call)),
  ]);
  return new Map([...methods, ...rendered, ["tools/list", list], ["tools/call", callOne]]);
}

async function list(call: McpCall): Promise<string> {
  const own = JSON.parse(await listTools(call)) as { tools: { name: string }[] };
  const tools = [...own.tools, ...fixtureEntries];
  return JSON.stringify({ ...own, tools });
}

function callOne(call: McpCall): string | Promise<string> {
  const fixture = fixtureTools[String(call.message.params["name"])];
  return fixture === undefined ? callTool(call) : render(call, fixture(call));
}
