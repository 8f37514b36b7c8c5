/** Kinds of API token (tokens.kinds), and the session of a member who is signed in (sessions.api). */
export type TokenType = "service" | "human" | "break_glass" | "oauth_app" | "member";

/** Role of a member in its team. */
export type Role = "owner" | "admin" | "member" | "viewer";

/** Action that a scope permits on its resource. */
export type ScopeAction = "read" | "write" | "delete" | "admin";

/** One entry of a token's scopes. An empty list of scopes means full team access. */
export interface Scope {
  resource: string;
  actions: ScopeAction[];
}

/** The way by which a call came in. */
export type Door = "rest" | "mcp" | "mcp_actions" | "actions" | "tools" | "internal" | "console";

/** Facts of the team that services need, carried so that no service asks auth. */
export interface TeamFacts {
  /** IANA zone; UTC for a new team. */
  timezone: string;
  /** BCP 47 name of the order of its texts; und where it is absent (conventions.text-order). */
  locale?: string;
  /** Country of telephone numbers that have no country code; absent where the team has set none (values.phones). */
  country?: string;
  /** Every module key (operation.modules). */
  modules: Record<string, boolean>;
  trust_rest: "queue" | "execute";
  /** For signed-in members of role member; execute where it is absent (trust.console-setting). */
  trust_console?: "queue" | "execute";
  agent_write_mode: "direct" | "propose";
  mcp_export: boolean;
  isolated: boolean;
  /** Version of its enabled approval rules; absent where it has none (rules.version). */
  rules?: number;
  /** Most bytes of one file, and of all files of the team; absent where they are as for any team (limits.files). */
  max_file_bytes?: number;
  files_quota_bytes?: number;
}

/** The app behind a token that a member granted (oauth.grant). */
export interface OAuthApp {
  client_id: string;
  client_name: string;
  /** Where it came to its token. */
  issuer: string;
  /** True where its member has its writes proposed always; absent else (oauth.grant). */
  proposes?: boolean;
}

/** A token's minter (tokens.minter): the operator, a member who was signed in, or a service token. */
export interface Minter {
  type: "operator" | "member" | "service";
  /** Id of the member or service token. */
  id: string | null;
}

/** Caller as auth signs it: per API token and door, at most 60 s old (operation.caller). */
export interface Caller {
  team_id: string;
  /** Id of the token; for a connected app, of its grant, which outlives its tokens (oauth.attribution). */
  token_id: string;
  token_type: TokenType;
  /** Id that the tokens of one sign-in share, however often it is refreshed. */
  family_id?: string;
  /** The member behind a human, break_glass or oauth_app token, or a session. */
  member_id?: string;
  /** The most that the member may do now; of a token with a sponsor, the lesser of both roles. */
  role?: Role;
  /** Absent where the minter is unknown, and of sessions. */
  minted_by?: Minter;
  /** The member who answers for the token, where that is another than its own (tokens.minter). */
  sponsor_id?: string;
  /** Only for an oauth_app token. */
  oauth_app?: OAuthApp;
  scopes: Scope[];
  door: Door;
  team: TeamFacts;
}

/**
 * Returns the acting id: a service token and a connected app act as themselves, every other token as its member
 * (conventions.common-fields).
 */
export function actorIdOf(caller: Pick<Caller, "token_id" | "token_type" | "member_id">): string {
  return caller.token_type === "oauth_app" ? caller.token_id : (caller.member_id ?? caller.token_id);
}

/**
 * True if the member acts in person: signed in, or by a human token that the operator or that very member minted. A
 * token that somebody else minted proves nothing about its member (trust.decide).
 */
export function provesMember({
  token_type: type,
  member_id: member,
  minted_by: minter,
}: Pick<Caller, "token_type" | "member_id" | "minted_by">): boolean {
  if (type === "member") return true;
  if (type !== "human" || minter === undefined) return false;
  return minter.type === "operator" || (minter.type === "member" && minter.id === member);
}

/** True when the scopes permit the action on the resource. No action implies another; an empty list permits all. */
export function permits(scopes: readonly Scope[], resource: string, action: ScopeAction): boolean {
  if (scopes.length === 0) return true;
  return scopes.some(
    (scope) => (scope.resource === "*" || scope.resource === resource) && scope.actions.includes(action),
  );
}
