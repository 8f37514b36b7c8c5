import { systemContext } from "@jst/db";
import type { SecretBox } from "@jst/config";
import type { Database } from "@jst/db";
import { findSettings, opened } from "@jst/settings";

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
