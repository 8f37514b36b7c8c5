/** Facts of the team (alias team) and of the member (alias member), which accompany a token or a session. */
const ofTeamAndMember = `
  'role', member.role,
  'is_team_deleted', team.deleted_at is not null,
  'timezone', team.timezone, 'isolated', team.isolated, 'rules_version', team.rules_version,
  'settings', coalesce((
    select json_object_agg(setting.key, setting.value order by setting.key)
    from auth.settings as setting
    where setting.team_id = team.team_id
      and (setting.key like 'modules.%' or setting.key like 'trust.%' or setting.key like 'files.%'
        or setting.key in ('team.locale', 'team.country'))
  ), '{}')`;

/**
 * Selects the facts of a StoredToken as text, so that two readings compare without parsing. A removed member counts as
 * suspended. An app counts as revoked if its grant has ended or expired. A token is suspended while its sponsor is
 * (tokens.minter).
 */
const factsOf = (source: string) => `
select token.hash, json_build_object(
  'id', token.id, 'team_id', token.team_id, 'type', token.type, 'scopes', token.scopes,
  'family_id', token.family_id, 'member_id', token.member_id,
  'is_suspended', token.member_id is not null and (member.id is null or member.suspended_at is not null)
    or token.sponsor_id is not null and (sponsor.id is null or sponsor.suspended_at is not null),
  'minted_by', case when token.minted_by_type is not null
    then json_build_object('type', token.minted_by_type, 'id', token.minted_by_id) end,
  'sponsor_id', token.sponsor_id, 'sponsor_role', sponsor.role,
  'is_revoked', token.revoked_at is not null
    or (token.type = 'oauth_app' and (app.id is null or app.ended_at is not null)),
  'expires_at', floor(extract(epoch from token.expires_at)),
  'app', case when token.type = 'oauth_app' then json_build_object(
    'client_id', app.client_id, 'client_name', app.client_name, 'preset', app.preset,
    'proposes', app.proposes, 'host', app.host, 'audience', token.audience) end, ${ofTeamAndMember}
)::text as facts
from ${source} as token
join auth.teams as team on team.team_id = token.team_id
left join auth.members as member on member.team_id = token.team_id and member.id = token.member_id
left join auth.members as sponsor on sponsor.team_id = token.team_id and sponsor.id = token.sponsor_id
left join auth.grants as app
  on token.type = 'oauth_app' and app.team_id = token.team_id and app.id = token.family_id`;

/** Tokens with what is known of them, as `token`. */
export const TOKEN_FACTS = factsOf("auth.tokens");

/** Grants of apps in place of their tokens, of which each lives an hour. */
export const GRANT_FACTS = factsOf(`(
  select null::bytea as hash, id, team_id, 'oauth_app' as type, '[]'::jsonb as scopes, id as family_id, member_id,
    ended_at as revoked_at, null::timestamptz as expires_at, audience, 'member' as minted_by_type,
    member_id as minted_by_id, member_id as sponsor_id
  from auth.grants)`);

/** Selects the facts of a session, alias s (sessions.cookie); `isRevoked` is the SQL condition of a revoked one. */
export const sessionFacts = (expiresAt: string, isRevoked = "s.ended_at is not null"): string => `
select s.hash, json_build_object(
  'id', s.id, 'team_id', s.team_id, 'type', 'member', 'scopes', '[]'::json,
  'family_id', null, 'member_id', s.member_id,
  'is_suspended', member.suspended_at is not null,
  'is_revoked', ${isRevoked},
  'expires_at', floor(extract(epoch from ${expiresAt})), 'app', null,
  'minted_by', null, 'sponsor_id', null, 'sponsor_role', null, ${ofTeamAndMember}
)::text as facts
from auth.sessions s
join auth.teams as team on team.team_id = s.team_id
join auth.members as member on member.team_id = s.team_id and member.id = s.member_id`;
