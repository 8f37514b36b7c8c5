import {
  lesserRole,
  presets,
  type Audience,
  type Caller,
  type Door,
  type Minter,
  type OAuthApp,
  type Preset,
  type Role,
  type Scope,
  type TeamFacts,
  type TokenType,
} from "@jst/caller";
import { teamFacts, type StoredTeam } from "../teams/team-facts.ts";

/** Rights of a connected app besides the scopes of its token (oauth.grant). */
export interface StoredApp {
  client_id: string;
  client_name: string;
  preset: Preset;
  /** It proposes always. */
  proposes: boolean;
  /** The mapped host its token is of; null is that of the base URL. */
  host: string | null;
  audience: Audience;
}

/** A token as the database knows it, with the team and the member behind it. */
export interface StoredToken extends StoredTeam {
  id: string;
  team_id: string;
  type: TokenType;
  scopes: Scope[];
  family_id: string | null;
  member_id: string | null;
  /** The most that the token may do: the lesser role of its member and its sponsor; null is bound by none. */
  role: Role | null;
  /** null where it is unknown, and of sessions. */
  minted_by: Minter | null;
  /** The member who answers for the token (tokens.minter). */
  sponsor_id: string | null;
  /** True if its member or its sponsor is suspended. */
  is_suspended: boolean;
  is_team_deleted: boolean;
  is_revoked: boolean;
  /** Whole seconds of Unix time; null is never. */
  expires_at: number | null;
  /** Set for an oauth_app token only. */
  app: StoredApp | null;
}

/** A token in memory: what Check decides from, and the answers already prepared for it. */
export interface KnownToken {
  readonly stored: StoredToken;
  readonly team: TeamFacts;
  /** The text it was read from: equal text, equal facts. */
  readonly text: string;
  /** End of its life in milliseconds of Unix time. */
  readonly expiresAt: number;
  readonly grants: Map<Door, Grant>;
}

/** An allowed answer with a signed caller in it, good until `until` (milliseconds of Unix time). */
export interface Grant {
  part: Buffer;
  until: number;
}

/** Reads the text the database made of a token. */
export function knownToken(text: string): KnownToken {
  const { sponsor_role, ...read } = JSON.parse(text) as StoredToken & { sponsor_role: Role | null };
  const stored: StoredToken = { ...read, role: lesserRole(read.role, sponsor_role) };
  return {
    stored,
    team: teamFacts(stored),
    text,
    expiresAt: stored.expires_at === null ? Infinity : stored.expires_at * 1000,
    grants: new Map(),
  };
}

/** Returns the id for limits and the audit log: the grant's for the token of an app, else the token's. */
export function principalOf({ stored }: KnownToken): string {
  return stored.app === null ? stored.id : (stored.family_id ?? stored.id);
}

/** Returns the member who answers for the token, if it is another than its own (tokens.minter). */
export function sponsorIdOf({ stored: { sponsor_id: id, member_id: own } }: KnownToken): string | undefined {
  return id === null || id === own ? undefined : id;
}

/**
 * Builds the caller that services see when this token comes through the door; `issuer` is the issuer of an app's token.
 */
export function callerOf(token: KnownToken, door: Door, issuer: string): Caller {
  const { team_id, type, family_id, member_id, role, minted_by, app } = token.stored;
  const sponsor_id = sponsorIdOf(token);
  return {
    team_id,
    token_id: principalOf(token),
    token_type: type,
    ...(family_id === null ? {} : { family_id }),
    ...(member_id === null ? {} : { member_id }),
    ...(role === null ? {} : { role }),
    ...(minted_by === null ? {} : { minted_by }),
    ...(sponsor_id === undefined ? {} : { sponsor_id }),
    ...(app === null ? {} : { oauth_app: appOf(app, issuer) }),
    scopes: scopesOf(token.stored),
    door,
    team: app?.proposes === true ? { ...token.team, agent_write_mode: "propose" } : token.team,
  };
}

function appOf({ client_id, client_name, proposes }: StoredApp, issuer: string): OAuthApp {
  return { client_id, client_name, issuer, ...(proposes && { proposes }) };
}

/** Returns the scopes; an app without scopes gets those of its preset, because an empty list means full access. */
function scopesOf({ scopes, app }: StoredToken): Scope[] {
  return app === null || scopes.length > 0 ? scopes : [...presets[app.preset]];
}
