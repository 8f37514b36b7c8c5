// Generated from protos/ by `make gen`; edits are lost.

/** Who did something. */
export interface Actor {
  type: "service" | "human" | "break_glass" | "oauth_app" | "member" | "system";
  id: string | null;
}

export interface Changeset {
  id: string;
  status: "queued" | "executed" | "rejected" | "withdrawn" | "expired" | "conflicted" | "failed" | "undone";
  source: ChangesetSource;
  proposed_by: Actor;
  summary: string;
  /** The first 200, in a list the first 5; operation_count is their whole number. */
  operations: ChangesetOperation[];
  operation_count: number;
  /** True when it is executed and can be undone. */
  reversible: boolean;
  created_at: string;
  /** null for what was never queued. */
  expires_at: string | null;
  decided_by?: Actor;
  decided_at?: string;
  reason?: string;
  executed_at?: string;
  undone_at?: string;
  undo_of?: string;
  /** In the reply to an approval alone: what the write answers where it is not proposed. A secret is in it this once. */
  result?: unknown;
}

export interface ChangesetList {
  changesets: Changeset[];
  /** null on the last page. */
  next_cursor: string | null;
  has_more: boolean;
}

/** One resource before and after. */
export interface ChangesetOperation {
  resource: string;
  /** Absent for what does not exist yet. */
  id?: string;
  op: "create" | "update" | "delete";
  before: unknown | null;
  after: unknown | null;
  /** Version of the resource before. */
  base_version?: number;
}

/** Where a change came from. */
export interface ChangesetSource {
  door: string | null;
  token_id: string;
  token_type: string;
}

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

export interface ListChangesetsQuery {
  /** Page size; above 500 it is cut to 500. */
  limit?: number;
  /** next_cursor of the previous page. */
  cursor?: string;
  status?: "queued" | "executed" | "rejected" | "withdrawn" | "expired" | "conflicted" | "failed" | "undone";
  /** Only changesets created at or after this time. */
  since?: string;
}

export interface ListMcpActionsQuery {
  /** Only tools of these resources, comma separated. */
  toolsets?: string;
  /** Only these tools, comma separated. */
  tools?: string;
  /** None of these tools, comma separated. */
  exclude?: string;
  /** true: only tools that read. */
  read_only?: string;
}
