// Generated from protos/ by `make gen`; edits are lost.

import type { InternalRpcHandler, OpenRpcHandler, RpcHandler } from "@jst/rpc";
import type { Deps } from "../src/deps.ts";

/** Who did something. */
export interface Actor {
  type: "service" | "human" | "break_glass" | "oauth_app" | "member" | "system";
  id: string | null;
}

export interface AuditEntry {
  id: string;
  created_at: string;
  actor: Actor;
  action: string;
  resource: string;
  resource_id: string | null;
  /** allowed: the request passed, and the service that answered it knows how it ended. */
  outcome: string;
  changeset_id?: string;
  request_id: string;
  patient_id?: string;
  /** Code of a refusal. */
  code?: string;
  /** Why, where somebody had to say it. */
  reason?: string;
  /** A request of an emergency token. */
  break_glass?: boolean;
  /** The call, of action tool.call. */
  call?: RecordedCall;
}

export interface AuditList {
  audit: AuditEntry[];
  next_cursor: string | null;
  has_more: boolean;
}

export interface AuditPart {
  /** Slug of the team. */
  team: string;
  /** Where the part before this one ended; the beginning of the chain when absent. */
  after?: ChainPlace;
}

export interface Brand {
  name: string | null;
  logo: string | null;
  favicon: string | null;
  primary_color: string | null;
}

export interface BrokenEntry {
  seq: number;
  /** Id of the entry; null when it is missing. */
  id: string | null;
  reason: "changed" | "missing" | "head_moved" | "not_as_signed";
}

export interface CallerToken {
  /** As x-internal-token carries it; verify it before use. */
  caller_token: string;
  expires_at: string;
}

/** A place in a chain. */
export interface ChainPlace {
  seq: number;
  /** Hash of the entry there, 64 hexadecimal digits. */
  hash: string;
}

export interface CreatedTeam {
  id: string;
  slug: string;
}

export interface CreatedToken {
  id: string;
  name: string;
  type: string;
  prefix: string;
  last4: string;
  scopes: Scope[];
  team_id: string;
  member_id: string | null;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  /** The token itself, shown this once, so the replay of an idempotent request lacks it. */
  value?: string;
  /** Only for human; shown this once. */
  refresh_token?: string;
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

export interface ListAuditQuery {
  /** Id of the member or, for service tokens, of the token. */
  actor_id?: string;
  /** Resource as scopes name it, or changesets. */
  resource?: string;
  /** A verb: mint, revoke, refresh, request; with its noun, changeset.approve, tool.call. */
  action?: string;
  outcome?: "success" | "allowed" | "denied" | "not_found" | "failed";
  patient_id?: string;
  /** Not before this moment. */
  from?: string;
  /** Before this moment. */
  to?: string;
  /** Most items of a page, which ends early at 4 MiB; above 200 it is cut to 200. */
  limit?: number;
  /** next_cursor of the previous page. */
  cursor?: string;
}

export interface ListTokensQuery {
  type?: "service" | "human" | "break_glass" | "oauth_app";
  /** Tokens of one member. */
  member_id?: string;
  /** Text in the name, in either case. */
  q?: string;
  /** Minted or revoked since; RFC 3339. */
  updated_since?: string;
  /** `<field>:<asc|desc>`, up to five: name, type, created_at, last_used_at, expires_at. */
  sort?: string;
  /** Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500. */
  limit?: number;
  /** next_cursor of the previous page. */
  cursor?: string;
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

/** One call of a tool at a door of agents. Texts of people and cells of tables are not in it. */
export interface RecordedCall {
  tool: string;
  door: "mcp" | "mcp_actions" | "actions" | "tools";
  /** The arguments by name: ids, numbers and words of a closed list as they are, of any other text its length. */
  arguments: Record<string, unknown>;
  /** SHA-256 of the arguments, in hex, whatever the order of their members. */
  arguments_digest: string;
  /** Milliseconds that the call took. */
  latency_ms: number;
  /** A dry run: it has shown what it would change. */
  preview?: boolean;
  /** The answer is that of an earlier call with the same idempotency key. */
  replayed?: boolean;
  /** What the client says of itself; nothing vouches for it. */
  client?: RecordedClient;
  /** Trace context that the client named in the message. */
  traceparent?: string;
}

/** Name and version of a program, as it gives them. */
export interface RecordedClient {
  name: string;
  version: string;
}

export interface Refresh {
  refresh_token: string;
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

export interface RevokedToken {
  id: string;
  revoked_at: string;
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

export interface TeamSlugs {
  /** At most 500, in order. */
  slugs: string[];
  /** Their ids, in the same order. */
  ids: string[];
}

export interface TeamsAfter {
  /** Slug of the last team known; the first ones when absent. */
  after?: string;
}

export interface Term {
  singular: string;
  plural: string;
}

export interface Token {
  id: string;
  name: string;
  type: string;
  /** How the value begins. */
  prefix: string;
  /** How the value ends. */
  last4: string;
  /** Empty means full team access. */
  scopes: Scope[];
  team_id: string;
  /** The member it belongs to; null for a service token. */
  member_id: string | null;
  created_at: string;
  /** To the minute; null before the first use. */
  last_used_at: string | null;
  /** null: never. */
  expires_at: string | null;
  revoked_at: string | null;
}

export interface TokenAtDoor {
  team_id: string;
  token_id: string;
  /** The way by which the call it stands for came in. */
  door: "rest" | "mcp" | "mcp_actions" | "actions" | "tools" | "internal";
}

export interface TokenDraft {
  name: string;
  type: "service" | "human" | "break_glass";
  /** Empty or absent means full team access, which only a token with full team access can give. */
  scopes?: Scope[];
  /** Required for human and break_glass. */
  member_id?: string;
  /** Required for break_glass. */
  reason?: string;
}

export interface TokenList {
  tokens: Token[];
  next_cursor: string | null;
  has_more: boolean;
}

export interface TokenPair {
  value: string;
  refresh_token: string;
  expires_at: string;
}

export interface ToolCallsRecorded {
  recorded: number;
}

export interface VerifiedPart {
  /** Up to here the chain is whole. */
  place: ChainPlace;
  /** Nothing follows. */
  complete: boolean;
  /** The first entry that is not what was written; null when there is none in this part. */
  broken: BrokenEntry | null;
}

/** Input of every rpc. */
export interface Rpcs {
  ListAudit: { path: Record<string, never>; query: ListAuditQuery; body: undefined };
  GetConfig: { path: Record<string, never>; query: Record<string, never>; body: undefined };
  ListTokens: { path: Record<string, never>; query: ListTokensQuery; body: undefined };
  CreateToken: { path: Record<string, never>; query: Record<string, never>; body: TokenDraft };
  DeleteToken: { path: { token_id: string }; query: Record<string, never>; body: undefined };
  RefreshToken: { path: Record<string, never>; query: Record<string, never>; body: Refresh };
}

/** A handler of this service. */
export type Handler<Name extends keyof Rpcs> = RpcHandler<Rpcs[Name]["path"], Rpcs[Name]["query"], Rpcs[Name]["body"], Deps>;

/** A handler of an rpc that anyone may call. */
export type OpenHandler<Name extends keyof Rpcs> = OpenRpcHandler<Rpcs[Name]["path"], Rpcs[Name]["query"], Rpcs[Name]["body"], Deps>;

/** Body of every internal rpc. */
export interface InternalRpcs {
  RecordToolCalls: MadeToolCalls;
  TakeRequests: RequestsWanted;
  CallerFor: TokenAtDoor;
  FindMembers: MemberIds;
  CreateTeam: NewTeam;
  AddMember: NewMember;
  MintToken: NewToken;
  SetConfig: NewSetting;
  ListTeams: TeamsAfter;
  VerifyAudit: AuditPart;
  AddHost: TeamHost;
  RemoveHost: TeamHost;
}

/** A handler of an internal rpc of this service. */
export type InternalHandler<Name extends keyof InternalRpcs> = InternalRpcHandler<InternalRpcs[Name], Deps>;
