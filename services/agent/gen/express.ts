// Generated from protos/ by `make gen`; edits are lost.

/** Every express route of this service, in the syntax of express 5. */
export const expressRoutes = [
  {"rpc":"agent.v1.Actions/GetAction","handler":"getAction","verb":"get","path":"/api/v1/actions/:name","access":"authenticated","resource":"","action":"","module":"","door":"actions"},
  {"rpc":"agent.v1.Actions/RunAction","handler":"runAction","verb":"post","path":"/api/v1/actions/:name","access":"authenticated","resource":"","action":"","module":"","door":"actions"},
  {"rpc":"agent.v1.Changesets/ListChangesets","handler":"listChangesets","verb":"get","path":"/api/v1/changesets","access":"authenticated","resource":"","action":"","module":"","door":"rest"},
  {"rpc":"agent.v1.Discovery/GetIndex","handler":"getIndex","verb":"get","path":"/api/v1","access":"scope","resource":"*","action":"read","module":"","door":"rest"},
  {"rpc":"agent.v1.Discovery/GetOpenApi","handler":"getOpenApi","verb":"get","path":"/api/.well-known/openapi.json","access":"public","resource":"","action":"","module":"","door":"rest"},
  {"rpc":"agent.v1.Discovery/GetReference","handler":"getReference","verb":"get","path":"/api/reference","access":"public","resource":"","action":"","module":"","door":"rest"},
  {"rpc":"agent.v1.Discovery/GetErrorCode","handler":"getErrorCode","verb":"get","path":"/errors/:code","access":"public","resource":"","action":"","module":"","door":"rest"},
  {"rpc":"agent.v1.Mcp/CallMcp","handler":"callMcp","verb":"post","path":"/api/v1/mcp","access":"authenticated","resource":"","action":"","module":"","door":"mcp"},
  {"rpc":"agent.v1.Mcp/CallMcpActions","handler":"callMcpActions","verb":"post","path":"/api/v1/mcp/actions","access":"authenticated","resource":"","action":"","module":"mcp_actions","door":"mcp_actions"},
  {"rpc":"agent.v1.Mcp/ListMcpActions","handler":"listMcpActions","verb":"get","path":"/api/v1/mcp/actions","access":"authenticated","resource":"","action":"","module":"mcp_actions","door":"mcp_actions"},
  {"rpc":"agent.v1.Tools/ListTools","handler":"listTools","verb":"get","path":"/api/v1/tools","access":"authenticated","resource":"","action":"","module":"","door":"tools"},
  {"rpc":"agent.v1.Tools/CallTool","handler":"callTool","verb":"post","path":"/api/v1/tools/call","access":"authenticated","resource":"","action":"","module":"","door":"tools"},
] as const;

/** One handler for each express rpc. */
export interface ExpressHandlers<Handler> {
  getAction: Handler;
  runAction: Handler;
  listChangesets: Handler;
  getIndex: Handler;
  getOpenApi: Handler;
  getReference: Handler;
  getErrorCode: Handler;
  callMcp: Handler;
  callMcpActions: Handler;
  listMcpActions: Handler;
  listTools: Handler;
  callTool: Handler;
}
