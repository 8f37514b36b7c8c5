import { instant } from "@jst/db";

/** A token as a reply shows it, over alias t: never its hash. */
export const TOKEN_JSON = `json_build_object(
    'id', t.id, 'name', t.name, 'type', t.type, 'prefix', t.prefix, 'last4', t.last4, 'scopes', t.scopes,
    'team_id', t.team_id, 'member_id', t.member_id, 'created_at', ${instant("t.created_at")},
    'last_used_at', ${instant("t.last_used_at")}, 'expires_at', ${instant("t.expires_at")},
    'revoked_at', ${instant("t.revoked_at")}, 'revoked_reason', t.revoked_reason,
    'minted_by', case when t.minted_by_type is not null
      then json_build_object('type', t.minted_by_type, 'id', t.minted_by_id) end,
    'sponsor_id', t.sponsor_id
  )`;
