import { settingsOf, type SettingParts } from "./stored.ts";
import { wordsOf } from "../words/folded-words.ts";

/** Finds the words of a team that opt out, folded (comms.keywords). */
export async function ownStopsOf(parts: SettingParts, teamId: string): Promise<ReadonlySet<string>> {
  const list = (await settingsOf(parts, teamId)).get("comms.keywords.stop") ?? "";
  return new Set(list.split(",").flatMap((words) => wordsOf(words).join(" ") || []));
}
