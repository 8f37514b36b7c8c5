// Generated from protos/ by `make gen`; edits are lost.

export interface Index {
  version: string;
  paths: IndexPath[];
  actions: IndexAction[];
}

export interface IndexAction {
  name: string;
  description: string;
  scope: string;
  confirm: boolean;
}

export interface IndexPath {
  method: string;
  /** Path template, relative to the team host. */
  path: string;
  /** `resource:action`; null where any token or none will do. */
  scope: string | null;
  /** Module key that gates the path. */
  module?: string;
  deprecated?: boolean;
}

export interface JsonRpcError {
  code: number;
  message: string;
  /** The problem document. */
  data?: Record<string, unknown>;
}

export interface JsonRpcRequest {
  jsonrpc: "2.0";
  /** String or integer; absent from a notification. */
  id?: unknown;
  method: string;
  params?: Record<string, unknown>;
}

export interface JsonRpcResponse {
  jsonrpc: "2.0";
  /** That of the request; null where it could not be read. */
  id: unknown;
  /** Either this or error. */
  result?: Record<string, unknown>;
  error?: JsonRpcError;
}
