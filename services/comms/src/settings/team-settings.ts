import { systemContext, type Database } from "@jst/db";
import type { SecretBox } from "@jst/config";
import { findSettings, opened } from "@jst/settings";
import { wordsOf } from "../words/keyword.ts";
import type { Teams } from "@jst/pages";

/** Parts that read settings. */
export interface SettingParts {
  database: Pick<Database, "read">;
  secrets: SecretBox;
}

/** The settings of a team as they are now. */
export async function settingsOf(
  { database, secrets }: SettingParts,
  teamId: string,
): Promise<Map<string, string>> {
  return opened(await database.read(systemContext(teamId), findSettings("comms", teamId)), teamId, secrets);
}

/** Finds the words of a team that opt out, folded (comms.keywords). */
export async function ownStopsOf(parts: SettingParts, teamId: string): Promise<ReadonlySet<string>> {
  const list = (await settingsOf(parts, teamId)).get("comms.keywords.stop") ?? "";
  return new Set(list.split(",").flatMap((words) => wordsOf(words).join(" ") || []));
}

/** Says of a team whether it may send now: its module comms is on (comms.module). Throws while nobody knows. */
export interface Modules {
  isOn(teamId: string): Promise<boolean>;
}

/** The modules of these teams; one that is gone sends nothing more. */
export function modulesOf(teams: Teams): Modules {
  return { isOn: async (id) => (await teams.find(id))?.modules.includes("comms") === true };
}
