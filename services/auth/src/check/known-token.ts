import type { Caller, Door, Role, Scope, TeamFacts, TokenType } from "@jst/caller";
import { teamFacts, type StoredTeam } from "../teams/team-facts.ts";

/** A token as the database knows it, with the team and the member behind it. */
export interface StoredToken extends StoredTeam {
  id: string;
  team_id: string;
  type: TokenType;
  scopes: Scope[];
  family_id: string | null;
  member_id: string | null;
  role: Role | null;
  is_suspended: boolean;
  is_team_deleted: boolean;
  is_revoked: boolean;
  /** Whole seconds of Unix time; null is never. */
  expires_at: number | null;
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
  const stored = JSON.parse(text) as StoredToken;
  return {
    stored,
    team: teamFacts(stored),
    text,
    expiresAt: stored.expires_at === null ? Infinity : stored.expires_at * 1000,
    grants: new Map(),
  };
}

/** The caller that services see when this token comes through the door. */
export function callerOf(token: KnownToken, door: Door): Caller {
  const { id, team_id, type, scopes, family_id, member_id, role } = token.stored;
  return {
    team_id,
    token_id: id,
    token_type: type,
    ...(family_id === null ? {} : { family_id }),
    ...(member_id === null ? {} : { member_id }),
    ...(role === null ? {} : { role }),
    scopes,
    door,
    team: token.team,
  };
}
