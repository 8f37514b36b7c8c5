import type { Statement } from "@jst/db";
import { APPS, STATUS } from "../connected-apps/app-json.ts";

/** Selects names of members, tokens and connected apps, in the order of their ids. */
export function namedActors(teamId: string, ids: readonly string[]): Statement {
  return {
    name: "actors.named",
    text: `select actor.id, actor.type, actor.name, actor.removed
      from (
        select m.id, 'member' as type, coalesce(m.name, m.email) as name, m.removed_at is not null as removed
          from auth.members m where m.team_id = $1 and m.id = any ($2::uuid[])
        union all
        select t.id, t.type, t.name, t.revoked_at is not null
          from auth.tokens t where t.team_id = $1 and t.type <> 'oauth_app' and t.id = any ($2::uuid[])
        union all
        select g.id, 'oauth_app', g.client_name, ${STATUS} = 'revoked'
          from ${APPS} where g.team_id = $1 and g.id = any ($2::uuid[])
      ) actor
      order by array_position($2::uuid[], actor.id)`,
    values: [teamId, ids],
  };
}
