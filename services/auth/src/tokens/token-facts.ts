/**
 * Tokens with what StoredToken holds of them, as text: two readings are compared without taking them apart. A member
 * who is gone counts as suspended, never as nobody's absence.
 */
export const TOKEN_FACTS = `
select token.hash, json_build_object(
  'id', token.id, 'team_id', token.team_id, 'type', token.type, 'scopes', token.scopes,
  'family_id', token.family_id, 'member_id', token.member_id, 'role', member.role,
  'is_suspended', token.member_id is not null and (member.id is null or member.suspended_at is not null),
  'is_team_deleted', team.deleted_at is not null,
  'is_revoked', token.revoked_at is not null,
  'expires_at', floor(extract(epoch from token.expires_at)),
  'timezone', team.timezone, 'isolated', team.isolated,
  'settings', coalesce((
    select json_object_agg(setting.key, setting.value order by setting.key)
    from auth.settings as setting
    where setting.team_id = token.team_id and (setting.key like 'modules.%' or setting.key like 'trust.%' or setting.key like 'files.%')
  ), '{}')
)::text as facts
from auth.tokens as token
join auth.teams as team on team.team_id = token.team_id
left join auth.members as member on member.team_id = token.team_id and member.id = token.member_id`;
