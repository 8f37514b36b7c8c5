// Generated from protos/ by `make gen`; edits are lost.

import { readFileSync } from "node:fs";

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

export interface ChangesetsFound {
  /** By uuid, newest first. */
  changesets: Changeset[];
  /** More were wanted than 4 MiB hold: they follow behind the last. */
  has_more: boolean;
}

export interface ChangesetsWanted {
  /** Most changesets to answer: a page and one more. */
  limit: number;
  status?: "queued" | "executed" | "rejected" | "withdrawn" | "expired" | "conflicted" | "failed" | "undone";
  /** Only those created at or after this time. */
  since?: string;
  /** Only those older than this uuid v7: how far the list has come in this service. */
  before?: string;
}

/** One call and how it ended. */
export interface MadeToolCall {
  team_id: string;
  actor_type: string;
  actor_id: string;
  token_id: string;
  request_id: string;
  traceparent?: string;
  /** Resource of the tool's scope. */
  resource: string;
  outcome: "success" | "denied" | "not_found" | "failed";
  /** Code of a refusal. */
  code?: string;
  changeset_id?: string;
  /** The call as the log shows it: the JSON of a RecordedCall. */
  call: string;
}

export interface MadeToolCalls {
  calls: MadeToolCall[];
}

export interface RequestsTaken {
  /** How many of them may be made. */
  granted: number;
  /** Seconds until a further one may; 0 when all may. */
  retry_after_seconds: number;
}

export interface RequestsWanted {
  token_id: string;
  token_type: "service" | "human" | "break_glass" | "oauth_app";
  requests: number;
}

export interface ToolCallsRecorded {
  recorded: number;
}

/** Internal rpcs of other services that name this one as a caller. */
export interface InternalCalls {
  "auth.v1.AgentDoors/RecordToolCalls": { request: MadeToolCalls; response: ToolCallsRecorded; readOnly: false };
  "auth.v1.AgentDoors/TakeRequests": { request: RequestsWanted; response: RequestsTaken; readOnly: false };
  "changes.v1.Changes/ListChangesets": { request: ChangesetsWanted; response: ChangesetsFound; readOnly: true };
}

/** The same as data, for InternalClient: which of them may be sent again, and their wire messages. */
export const internal = {
  rpcs: [
    {"name":"auth.v1.AgentDoors/RecordToolCalls","readOnly":false},
    {"name":"auth.v1.AgentDoors/TakeRequests","readOnly":false},
    {"name":"changes.v1.Changes/ListChangesets","readOnly":true},
  ],
  descriptor: readFileSync(new URL("./internal.binpb", import.meta.url)),
} as const;
