import type { Row, Statement } from "@jst/db";
import type { StoredConfig } from "./team-config.ts";

interface Reader {
  read<R extends Row = Row>(statement: Statement): Promise<R[]>;
}

/** Finds the team's name and settings; undefined if the team is gone. */
export async function findTeamConfig(reader: Reader, teamId: string): Promise<StoredConfig | undefined> {
  const [row] = await reader.read<{ config: StoredConfig }>({
    name: "auth_team_config",
    text: `select json_build_object('display_name', team.display_name, 'settings', coalesce((
        select json_object_agg(setting.key, setting.value)
        from auth.settings as setting
        where setting.team_id = $1
      ), '{}')) as config
      from auth.teams as team
      where team.team_id = $1 and team.deleted_at is null`,
    values: [teamId],
  });
  return row?.config;
}
