import { instant } from "@jst/db";
import { cappedWords, presetNames, presets, scopesOf, type Role } from "@jst/caller";

const roles: readonly Role[] = ["owner", "admin", "member", "viewer"];

/** Scopes of each preset at each role, as SQL over g and m, built from the table of presets. */
const SCOPES = `case ${presetNames
  .flatMap((name) =>
    roles.map((role) => {
      const scopes = JSON.stringify(scopesOf(cappedWords(presets[name], role)));
      return `when g.preset = '${name}' and m.role = '${role}' then '${scopes}'::json`;
    }),
  )
  .join("\n    ")} end`;

const IS_GONE = "m.suspended_at is not null";

/** Status of a grant, as SQL over g and m (oauth.connected-apps). */
export const STATUS = `case when g.ended_at is not null or ${IS_GONE} then 'revoked'
    when g.expires_at <= now() then 'expired' else 'active' end`;

const PROPOSES = `g.proposes or exists (select 1 from auth.settings s where s.team_id = g.team_id
    and s.key = 'modules.agent_connect.write_mode' and s.value = '"propose"')`;

/** Grants with their members, as g and m. */
export const APPS = "auth.grants g join auth.members m on m.team_id = g.team_id and m.id = g.member_id";

/** A connected app as a reply shows it, over g and m: nothing of its tokens. */
export const APP_JSON = `json_build_object(
    'id', g.id, 'client_id', g.client_id, 'client_name', g.client_name, 'client_host', g.client_host,
    'member', json_build_object('id', m.id, 'email', m.email), 'preset', g.preset, 'scopes', ${SCOPES},
    'write_mode', case when ${PROPOSES} then 'propose' else 'direct' end,
    'mode', case when g.proposes then 'propose' else 'team' end,
    'status', ${STATUS},
    'ended_reason', coalesce(g.ended_reason, case when ${IS_GONE} then 'member_removed'
      when g.expires_at <= now() then 'expired' end),
    'call_count', g.call_count, 'created_at', ${instant("g.created_at")},
    'last_used_at', ${instant("g.last_used_at")}, 'ended_at', ${instant("g.ended_at")}
  )`;
