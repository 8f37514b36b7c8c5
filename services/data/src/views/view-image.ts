import type { Image, Mentioned } from "@jst/changes";
import { columnsOf } from "../columns/mentioned-columns.ts";
import { settingsOf } from "./settings.ts";
import { shownSettings } from "./shown-settings.ts";

/** A view of a changeset with its settings as members and its columns by name, as the API has it. */
export function viewImage({ settings, ...view }: Image, mentioned: Mentioned): Image {
  return { ...view, ...shownSettings(settingsOf({ settings }), columnsOf(view, mentioned)) };
}
