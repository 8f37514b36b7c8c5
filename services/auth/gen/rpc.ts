// Generated from protos/ by `make gen`; edits are lost.

import type { InternalRpcHandler, RpcHandler } from "@jst/rpc";
import type { Deps } from "../src/deps.ts";

export interface Brand {
  name: string | null;
  logo: string | null;
  favicon: string | null;
  primary_color: string | null;
}

export interface CallerToken {
  /** As x-internal-token carries it; verify it before use. */
  caller_token: string;
  expires_at: string;
}

export interface CreatedTeam {
  id: string;
  slug: string;
}

export interface KnownMember {
  id: string;
  role: string;
  /** Still a member, whose tokens are refused. */
  suspended: boolean;
}

export interface KnownMembers {
  /** In no order; an id of nobody, or of another team's member, is left out. */
  members: KnownMember[];
}

export interface MappedHost {
  host: string;
  team_id: string;
}

export interface Member {
  id: string;
  email: string;
  role: string;
}

export interface MemberIds {
  team_id: string;
  ids: string[];
}

export interface MintedToken {
  id: string;
  type: string;
  value: string;
  /** Only for human. */
  refresh_token?: string;
  /** null: never. */
  expires_at: string | null;
}

export interface NewMember {
  /** Slug of the team. */
  team: string;
  email: string;
  role: "owner" | "admin" | "member" | "viewer";
}

export interface NewSetting {
  /** Slug of the team. */
  team: string;
  key: string;
  /** A boolean or a word, as the key wants; its text is accepted too. */
  value: unknown;
}

export interface NewTeam {
  slug: string;
  display_name?: string;
  /** IANA zone; UTC when absent. */
  timezone?: string;
  isolated?: boolean;
}

export interface NewToken {
  /** Slug of the team. */
  team: string;
  type: "service" | "human" | "break_glass";
  name?: string;
  /** Empty or absent means full team access. */
  scopes?: Scope[];
  /** E-mail of the member; required for human and break_glass. */
  member?: string;
  /** Required for break_glass. */
  reason?: string;
}

/** One permission of a token. The list of resources is the platform's own: every rpc's scope is checked against it. */
export interface Scope {
  resource: "*" | "articles" | "artifacts" | "audit" | "bases" | "comms" | "commerce" | "config" | "contacts" | "emr" | "extension" | "files" | "forms" | "project_task" | "review" | "scheduling" | "tables" | "tokens" | "vault" | "webhooks" | "wellness" | "workflows";
  actions: ("read" | "write" | "delete" | "admin")[];
}

export interface Setting {
  key: string;
  value: unknown;
}

export interface TeamConfig {
  /** Every module key, on or off. The list is the platform's own: every rpc's module is checked against it. */
  modules: Partial<Record<"agent_connect" | "articles" | "artifacts" | "bases" | "commerce" | "comms" | "contacts" | "context" | "emr" | "emr.labs" | "extension.tools" | "files" | "forms" | "mcp_actions" | "mcp_export" | "project_tasks" | "review" | "scheduling" | "tables" | "webhooks" | "wellness" | "workflows", boolean>>;
  /** Words the team uses for its things. */
  terminology: Record<string, Term>;
  /** Words shown for states, by resource and state. */
  status_labels: Record<string, unknown>;
  brand: Brand;
}

export interface TeamHost {
  /** Slug of the team. */
  team: string;
  host: string;
}

export interface Term {
  singular: string;
  plural: string;
}

export interface TokenAtDoor {
  team_id: string;
  token_id: string;
  /** The way by which the call it stands for came in. */
  door: "rest" | "mcp" | "mcp_actions" | "actions" | "tools" | "internal";
}

/** Input of every rpc. */
export interface Rpcs {
  GetConfig: { path: Record<string, never>; query: Record<string, never>; body: undefined };
}

/** A handler of this service. */
export type Handler<Name extends keyof Rpcs> = RpcHandler<Rpcs[Name]["path"], Rpcs[Name]["query"], Rpcs[Name]["body"], Deps>;

/** Body of every internal rpc. */
export interface InternalRpcs {
  CallerFor: TokenAtDoor;
  FindMembers: MemberIds;
  CreateTeam: NewTeam;
  AddMember: NewMember;
  MintToken: NewToken;
  SetConfig: NewSetting;
  AddHost: TeamHost;
  RemoveHost: TeamHost;
}

/** A handler of an internal rpc of this service. */
export type InternalHandler<Name extends keyof InternalRpcs> = InternalRpcHandler<InternalRpcs[Name], Deps>;
