// Generated from protos/ by `make gen`; edits are lost.

import type { InternalRpcHandler, RpcHandler } from "@jst/rpc";
import type { Deps } from "../src/deps.ts";

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

/** An approval takes nothing. */
export interface ChangesetApproval {}

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

export interface ChangesetRejection {
  /** Shown to the proposer. */
  reason?: string;
}

/** Where a change came from. */
export interface ChangesetSource {
  door: string | null;
  token_id: string;
  token_type: string;
}

export interface ChangesetUndo {
  /** Also takes back what was edited since. */
  force?: boolean;
}

/** A withdrawal takes nothing. */
export interface ChangesetWithdrawal {}

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

/** Input of every rpc. */
export interface Rpcs {
  GetChangeset: { path: { changeset_id: string }; query: Record<string, never>; body: undefined };
  ApproveChangeset: { path: { changeset_id: string }; query: Record<string, never>; body: ChangesetApproval };
  RejectChangeset: { path: { changeset_id: string }; query: Record<string, never>; body: ChangesetRejection };
  WithdrawChangeset: { path: { changeset_id: string }; query: Record<string, never>; body: ChangesetWithdrawal };
  UndoChangeset: { path: { changeset_id: string }; query: Record<string, never>; body: ChangesetUndo };
}

/** A handler of this service. */
export type Handler<Name extends keyof Rpcs> = RpcHandler<Rpcs[Name]["path"], Rpcs[Name]["query"], Rpcs[Name]["body"], Deps>;

/** Body of every internal rpc. */
export interface InternalRpcs {
  ListChangesets: ChangesetsWanted;
}

/** A handler of an internal rpc of this service. */
export type InternalHandler<Name extends keyof InternalRpcs> = InternalRpcHandler<InternalRpcs[Name], Deps>;
