/** The one door of every domain service. */
export type { Call, Input, InternalCall, InternalRpcHandler, JsonSchema, Reply, RpcDefinition, RpcHandler } from "./handler.ts";
