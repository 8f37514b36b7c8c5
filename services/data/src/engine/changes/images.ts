import type { Called, Folding, Image, Mentioned } from "@jst/changes";
import { columnsOf } from "./mentioned-columns.ts";
import { columnTypes } from "../types/types.ts";
import { noSettings, settingsOf } from "../views/settings.ts";
import { shownSettings } from "../views/shown-settings.ts";

/**
 * Returns a row of a change set as the API shows it, with a cell for every column. An empty cell is null, and a merged
 * contact is its target. The cell of a deleted column stays as it was.
 */
export function rowImage(image: Image, mentioned: Mentioned): Image {
  const stored = image["data"] as Image;
  const columns = columnsOf(image, mentioned);
  const cells = columns.flatMap(({ name, type }): [string, unknown][] => {
    const { filledBy } = columnTypes[type];
    if (filledBy === "formula") return [];
    return [[name, typeof filledBy === "object" ? filledBy.of(image) : null]];
  });
  const aliased = columns.flatMap(({ name, stands_for: live }): [string, unknown][] => {
    const cell = live == null ? undefined : live[String(stored[name])];
    return cell === undefined ? [] : [[name, cell]];
  });
  return { ...image, data: { ...Object.fromEntries(cells), ...stored, ...Object.fromEntries(aliased) } };
}

/** Types of columns by whose text a row is named. */
const NAMING: ReadonlySet<string> = new Set(["text", "long_text"]);

/** Names a row by its first text that is not empty, and its table. */
export function rowCalled(image: Image, mentioned: Mentioned): Called {
  const columns = columnsOf(image, mentioned);
  const cells = image["data"] as Image;
  const texts = columns.filter(({ type }) => NAMING.has(type)).map(({ name }) => cells[name]);
  const name = texts.find((text) => typeof text === "string" && text.trim() !== "") as string | undefined;
  const table = columns.find(({ table_name: called }) => called !== undefined)?.table_name;
  return { name: name?.trim().replace(/\s+/g, " "), within: table };
}

const members = Object.keys(noSettings);

/** Each setting of a view is a member of it, as the API has them. */
export const viewFolding: Folding = {
  unfold: ({ settings, ...view }) => ({ ...view, ...settingsOf({ settings }) }),
  fold: (view) => {
    const own = Object.entries(view);
    return {
      ...Object.fromEntries(own.filter(([name]) => !members.includes(name))),
      settings: Object.fromEntries(own.filter(([name]) => members.includes(name))),
    };
  },
};

/** A view of a changeset with its settings as members and its columns by name, as the API has it. */
export function viewImage({ settings, ...view }: Image, mentioned: Mentioned): Image {
  return { ...view, ...shownSettings(settingsOf({ settings }), columnsOf(view, mentioned)) };
}
