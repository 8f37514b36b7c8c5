// Generated from protos/ by `make gen`; edits are lost.

export interface Action {
  name: string;
  title: string;
  description: string;
  scope: ActionScope;
  read_only: boolean;
  /** A run needs `confirm: true`; without it the answer is a preview. */
  confirm: boolean;
  /** An admin can undo what it did. */
  reversible: boolean;
  /** MCP's hints: title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint. */
  annotations: Record<string, unknown>;
  /** JSON Schema 2020-12 of `arguments`. */
  input_schema: Record<string, unknown>;
  /** JSON Schema 2020-12 of what the tool of this name answers. */
  output_schema: Record<string, unknown>;
  deprecated?: boolean;
}

export interface ActionCall {
  /** What the action takes; see its input_schema. */
  arguments?: Record<string, unknown>;
  /** true, once the user has agreed to what the preview shows. */
  confirm?: boolean;
  /** confirm_token of the preview the user agreed to. */
  confirm_token?: string;
  /** Shows what a write would change and changes nothing. */
  dry_run?: boolean;
  /** Names this write; repeated, it is done once. */
  idempotency_key?: string;
}

export interface ActionChange {
  resource: string;
  id: string;
  op: string;
}

/** `result` for a read; for a write what became of it. */
export interface ActionOutcome {
  /** What the REST route of the action would answer. */
  result?: unknown;
  /** The change waits for approval and is not in force. */
  queued?: boolean;
  changed?: ActionChange[];
  changeset_id?: string;
  changeset_url?: string;
  /** The outcome of an earlier run with this idempotency_key. */
  replayed?: boolean;
  expires_at?: string;
  preview?: PreviewedChange[];
  /** Nothing was changed: `preview` shows what would be. */
  dry_run?: boolean;
}

export interface ActionScope {
  resource: string;
  action: string;
}

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
  /** The first 200, in a list the first 5, and no more than 4 MiB of them; operation_count is their whole number. */
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

/** When a service does not answer, a page has what the others have. The cursor keeps the place of each service: what a missing one has comes on a later page, newest first again, once that service answers. Until then has_more is true; a page that only missing services could fill is 503, and its cursor can be sent again. */
export interface ChangesetList {
  changesets: Changeset[];
  /** null on the last page. */
  next_cursor: string | null;
  has_more: boolean;
  /** Services that did not answer, by name: their changesets are not on this page. Absent when all services answered. */
  incomplete?: string[];
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
  /** Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500. */
  limit?: number;
  /** next_cursor of the previous page. */
  cursor?: string;
  status?: "queued" | "executed" | "rejected" | "withdrawn" | "expired" | "conflicted" | "failed" | "undone";
  /** Only changesets created at or after this time. */
  since?: string;
}

export interface ListMcpActionsQuery {
  /** Only tools of these toolsets, comma separated. */
  toolsets?: string;
  /** Only these tools, comma separated. */
  tools?: string;
  /** None of these tools, comma separated. */
  exclude?: string;
  /** true: only tools that read. */
  read_only?: string;
}

/** One change that a write would make. */
export interface PreviewedChange {
  resource: string;
  /** Absent for what does not exist yet. */
  id?: string;
  op: "create" | "update" | "delete";
  /** null where there was nothing. */
  before?: unknown;
  /** null where there will be nothing. */
  after?: unknown;
}

/** A call in our own shape; those of OpenAI, Anthropic and Gemini are taken as they are. */
export interface ToolCall {
  name: string;
  /** An object, or the JSON text of one. */
  arguments?: unknown;
  /** Comes back with the result. */
  call_id?: string;
  /** true, once the user has agreed to what the preview shows. */
  confirm?: boolean;
  /** confirm_token of the preview the user agreed to. */
  confirm_token?: string;
  /** Names this write; repeated, it is done once. */
  idempotency_key?: string;
}

export interface ToolCatalogue {
  format: string;
  /** As the vendor's API takes them. */
  tools: Record<string, unknown>[];
  /** What the format has no place for, by tool. */
  meta: Record<string, ToolMeta>;
  etag: string;
}

export interface ToolMeta {
  scope: ActionScope;
  confirm: boolean;
  /** MCP's hints: title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint. */
  annotations: Record<string, unknown>;
}

export interface ToolResult {
  /** That of the call. */
  call_id: string | null;
  name: string;
  ok: boolean;
  /** Where ok: the answer of the REST route to a read, the outcome of a write. */
  result?: unknown;
  /** Where not ok: the problem document. */
  error?: Record<string, unknown>;
}

export interface ToolsQuery {
  /** Whose format; a list is in that of openai when none is named. Anything else is 400 invalid_format. */
  format?: "openai" | "openai-responses" | "anthropic" | "gemini" | "mcp";
  /** Only tools of these toolsets, comma separated. */
  toolsets?: string;
  /** Only these tools, comma separated. */
  tools?: string;
  /** None of these tools, comma separated. */
  exclude?: string;
  /** Only tools that change nothing. */
  read_only?: boolean;
}
