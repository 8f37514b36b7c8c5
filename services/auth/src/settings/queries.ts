import type { Statement, TeamTx } from "@jst/db";
import type { CheckedSetting } from "../teams/setting-keys.ts";
import type { StoredSettings } from "../teams/own-settings.ts";

/** Selects the stored settings of the team, without the sealed ones. */
export function storedSettings(teamId: string): Statement {
  return {
    name: "own_settings.find",
    text: `select team.display_name, team.timezone, coalesce((
        select json_object_agg(setting.key, setting.value)
        from auth.settings as setting
        where setting.team_id = $1 and setting.sealed is null
      ), '{}') as settings
      from auth.teams as team
      where team.team_id = $1 and team.deleted_at is null`,
    values: [teamId],
  };
}

export type StoredRow = StoredSettings & Record<string, unknown>;

/** Locks the settings, so that each write is based on the last one. */
export async function lockSettings(tx: TeamTx): Promise<void> {
  await tx.query({
    name: "own_settings.hold",
    text: "select pg_advisory_xact_lock(hashtextextended('auth settings ' || $1, 0))",
    values: [tx.context.teamId],
  });
}

/** Stores a value that was checked. */
export async function storeSetting(
  tx: TeamTx,
  setting: Extract<CheckedSetting, { kind: "setting" | "timezone" }>,
): Promise<void> {
  const { teamId } = tx.context;
  if (setting.kind === "timezone") {
    const text = "update auth.teams set timezone = $2 where team_id = $1";
    await tx.query({ name: "own_settings.zone", text, values: [teamId, setting.value] });
    return;
  }
  await tx.query({
    name: "own_settings.store",
    text: `insert into auth.settings (team_id, key, value) values ($1, $2, $3)
      on conflict (team_id, key) do update set value = excluded.value, sealed = null, updated_at = now()`,
    values: [teamId, setting.key, JSON.stringify(setting.value)],
  });
}
