import type { Image, Mentioned } from "@jst/changes";
import { columnsOf } from "./mentioned-columns.ts";
import { settingsOf } from "../views/settings.ts";
import { shownSettings } from "../views/shown-settings.ts";

/** A view of a changeset with its settings as members and its columns by name, as the API has it. */
export function viewImage({ settings, ...view }: Image, mentioned: Mentioned): Image {
  return { ...view, ...shownSettings(settingsOf({ settings }), columnsOf(view, mentioned)) };
}
