import type { Caller } from "@jst/caller";
import { httpApp, listHandler, type HttpList, type RouteRules } from "@jst/http";
import { Validator, withFileParameters, type JsonSchema } from "@jst/rpc";
import type { Express, RequestHandler } from "express";
import { expressRoutes, type ExpressHandlers } from "../gen/express.ts";
import { ListChangesetsQuery } from "../gen/schemas.ts";
import { listExtensionTools } from "./extension/list-extension-tools.ts";
import { getAction } from "./actions/get-action.ts";
import { runAction } from "./actions/run-action.ts";
import { decideChangesets } from "./changesets/decide-changesets.ts";
import { listChangesets, type ChangesetListParts } from "./changesets/list-changesets.ts";
import { tryApprovalRules, type RuleTrialParts } from "./changesets/try-rules.ts";
import { searchContext } from "./context/search-context.ts";
import type { Searcher } from "./context/searcher.ts";
import type { Documents } from "./discovery/document.ts";
import { getErrorCode } from "./discovery/get-error-code.ts";
import { getIndex } from "./discovery/get-index.ts";
import { getOpenApi } from "./discovery/get-open-api.ts";
import { getReference } from "./discovery/get-reference.ts";
import { callTool } from "./function-calling/call-tool.ts";
import { listTools } from "./function-calling/list-tools.ts";
import { importData } from "./imports/import-data.ts";
import { callMcp, renderRpcError, type McpOptions } from "./mcp/call-mcp.ts";
import { listActions } from "./mcp/list-actions.ts";
import { isMcpDoor } from "./mcp/server.ts";
import type { McpServers } from "./mcp/servers.ts";
import type { FaultSources } from "./status/fault-sources.ts";
import { getStatus } from "./status/get-status.ts";

/** Options of the express door. */
export interface AppOptions extends McpOptions, ChangesetListParts, RuleTrialParts {
  documents: Documents;
  verifyCaller: (token: string) => Caller | Promise<Caller>;
  servers: McpServers;
  /** Puts the export of a list on record. */
  recordExport: HttpList["record"];
  searcher: Searcher;
  faults: FaultSources;
}

type ExpressRoute = (typeof expressRoutes)[number];

/** Routes that read their query themselves: its names and values have refusals of their own. */
const readsOwnQuery: ReadonlySet<string> = new Set<ExpressRoute["handler"]>([
  "listTools",
  "callTool",
  "callExtensionTool",
]);
/** Lists among the routes, and their own parameters. */
type ListRoute = Extract<ExpressRoute, { list: object }>;
const queries: Readonly<Record<ListRoute["handler"], JsonSchema | null>> = {
  listChangesets: ListChangesetsQuery,
  listExtensionTools: null,
};
const isList = (route: ExpressRoute): route is ListRoute => "list" in route;

/** The express door: every route of the contract that this service answers over plain HTTP. */
export function agentApp(options: AppOptions): Express {
  const { recordExport: record } = options;
  const list = (handler: ListRoute["handler"], page: HttpList["page"]): RequestHandler => {
    const route = expressRoutes.filter(isList).find((each) => each.handler === handler);
    if (route === undefined) throw new Error(`${handler} is not a list of this service.`);
    return listHandler({ ...route, own: queries[handler], page, record });
  };
  const handlers: ExpressHandlers<RequestHandler> = {
    getIndex: getIndex(options.documents.index, options.catalogue),
    getOpenApi: getOpenApi(options.documents.openapi, options.baseUrl),
    getReference: getReference(),
    getErrorCode: getErrorCode(),
    callMcp: callMcp(options.servers.mcp, options),
    callMcpActions: callMcp(options.servers.actions, options),
    listMcpActions: listActions(options.servers.actions, options),
    listChangesets: list("listChangesets", listChangesets(options)),
    decideChangesets: decideChangesets(options),
    tryApprovalRules: tryApprovalRules(options),
    searchContext: searchContext(options.searcher),
    importData: importData(options),
    getStatus: getStatus(options.faults),
    getAction: getAction(options),
    runAction: runAction(options),
    listTools: listTools(options),
    callTool: callTool(options),
    listExtensionTools: list("listExtensionTools", listExtensionTools(options)),
    // The same call behind another gate.
    callExtensionTool: callTool(options),
  };
  return httpApp({
    ...options,
    // The busiest routes stand first.
    routes: expressRoutes.toSorted((a, b) => Number(isMcpDoor(b.door)) - Number(isMcpDoor(a.door))),
    handlers,
    rulesOf: (route) => rulesOf(route, options),
  });
}

function rulesOf(route: ExpressRoute, options: AppOptions): RouteRules {
  // MCP reads its query itself, answers refusals as JSON-RPC, and logs its messages.
  if (isMcpDoor(route.door))
    return { query: "own", renderError: renderRpcError(options), logsItself: route.verb === "post" };
  if (isList(route)) return { query: new Validator(withFileParameters(queries[route.handler])) };
  return readsOwnQuery.has(route.handler) ? { query: "own" } : {};
}
