import type { Audience, Preset, Role } from "@jst/caller";
import type { Operator } from "../operator.ts";
import { LETS_APPS_IN } from "../teams/open-door.ts";
import { hashBytes } from "../tokens/queries.ts";

/** A grant as it stands, with what decides whether it may be used. */
export interface StoredGrant extends Record<string, unknown> {
  team_id: string;
  id: string;
  member_id: string;
  client_id: string;
  client_name: string;
  preset: Preset;
  audience: Audience;
  host: string | null;
  role: Role;
  is_ended: boolean;
  /** The member is suspended, or the team deleted or isolated. */
  is_barred: boolean;
  /** The team lets apps connect. */
  is_open: boolean;
}

const GRANT = `g.team_id, g.id, g.member_id, g.client_id, g.client_name, g.preset, g.audience, g.host, m.role,
  g.ended_at is not null as is_ended,
  m.suspended_at is not null or t.deleted_at is not null or t.isolated as is_barred,
  ${LETS_APPS_IN} as is_open`;
const JOINED = `join auth.members m on m.team_id = g.team_id and m.id = g.member_id
  join auth.teams t on t.team_id = g.team_id`;

export interface StoredCode extends StoredGrant {
  code_id: string;
  redirect_uri: string;
  code_challenge: string;
  is_used: boolean;
  is_expired: boolean;
}

/** Finds the code of this value with its grant; undefined without one. */
export async function findCode(operator: Operator, code: string): Promise<StoredCode | undefined> {
  const [row] = await operator.query<StoredCode>({
    name: "oauth.code",
    text: `select ${GRANT}, c.id as code_id, c.redirect_uri, c.code_challenge,
        c.used_at is not null as is_used, c.expires_at <= now() as is_expired
      from auth.oauth_codes c join auth.grants g on g.team_id = c.team_id and g.id = c.grant_id ${JOINED}
      where c.hash = $1`,
    values: [hashBytes(code)],
  });
  return row;
}

/** Spends the code: of all that try at once one succeeds. */
export async function spendCode(operator: Operator, { team_id, code_id }: StoredCode): Promise<boolean> {
  const rows = await operator.query({
    name: "oauth.spend",
    text: `update auth.oauth_codes set used_at = now()
      where team_id = $1 and id = $2 and used_at is null and expires_at > now() returning id`,
    values: [team_id, code_id],
  });
  return rows.length === 1;
}

export interface StoredGrantRefresh extends StoredGrant {
  refresh_id: string;
  is_used: boolean;
  is_revoked: boolean;
  is_expired: boolean;
  /** Seconds since it was used; null before. */
  used_ago: number | null;
  /** Seconds in which a further use is forgiven; 0 if none is (oauth.refresh). */
  grace: number;
  /** Further uses that were forgiven. */
  forgiven: number;
}

/** Seconds of the grace unless the team has others. */
const GRACE_SECONDS = 30;

/** Finds the refresh token of this value with its grant; undefined without one. */
export async function findGrantRefresh(
  operator: Operator,
  value: string,
): Promise<StoredGrantRefresh | undefined> {
  const [row] = await operator.query<StoredGrantRefresh>({
    name: "oauth.refresh",
    text: `select ${GRANT}, r.id as refresh_id, r.used_at is not null as is_used,
        r.revoked_at is not null as is_revoked, r.expires_at <= now() as is_expired,
        extract(epoch from now() - r.used_at)::float as used_ago,
        coalesce((select s.value from auth.settings s where s.team_id = g.team_id
          and s.key = 'modules.agent_connect.refresh_grace_seconds'), '${GRACE_SECONDS}')::text::int as grace,
        r.forgiven
      from auth.refresh_tokens r join auth.grants g on g.team_id = r.team_id and g.id = r.family_id ${JOINED}
      where r.hash = $1`,
    values: [hashBytes(value)],
  });
  return row;
}

/** Counts one more use of the refresh token that is forgiven. */
export async function countForgiven(
  operator: Operator,
  { team_id, refresh_id }: StoredGrantRefresh,
): Promise<void> {
  await operator.query({
    name: "oauth.forgive",
    text: "update auth.refresh_tokens set forgiven = forgiven + 1 where team_id = $1 and id = $2",
    values: [team_id, refresh_id],
  });
}

/** Tokens to be stored; their values are hashed here and kept nowhere. */
export interface NewTokens {
  access: string;
  refresh: string;
  scopes: readonly unknown[];
  audience: Audience;
}

/** Seconds for which an access token lives (oauth.tokens). */
export const ACCESS_SECONDS = 3_600;

/** Stores the tokens, and how long the grant lives with them. */
export async function insertTokens(operator: Operator, grant: StoredGrant, tokens: NewTokens): Promise<void> {
  const { access, refresh, scopes, audience } = tokens;
  await operator.query({
    name: "oauth.tokens",
    text: `with refresh as (
        insert into auth.refresh_tokens (team_id, family_id, member_id, hash, expires_at)
        select $1, $2, $3, $10, date_trunc('second', now()) + interval '30 days'
        returning expires_at
      ), living as (
        update auth.grants set expires_at = refresh.expires_at from refresh where team_id = $1 and id = $2
      )
      insert into auth.tokens
        (team_id, family_id, member_id, type, name, scopes, hash, prefix, last4, expires_at, audience,
          minted_by_type, minted_by_id, sponsor_type, sponsor_id)
      values ($1, $2, $3, 'oauth_app', $4, $5, $6, $7, $8,
        date_trunc('second', now()) + make_interval(secs => $11), $9, 'member', $3, 'member', $3)`,
    values: [
      grant.team_id,
      grant.id,
      grant.member_id,
      grant.client_name,
      JSON.stringify(scopes),
      hashBytes(access),
      access.slice(0, 11),
      access.slice(-4),
      audience,
      hashBytes(refresh),
      ACCESS_SECONDS,
    ],
  });
}
