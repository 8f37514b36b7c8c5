import { isUuid } from "@jst/rpc";
import { renamed, type ViewSettings } from "./settings.ts";

/**
 * The stored settings as callers see them, the table having these columns; one that is gone is left out. Where all those to
 * show are gone, every column is a hidden one: an empty list would say that all are shown.
 */
export function shownSettings(
  settings: ViewSettings,
  columns: Iterable<{ id: string; name: string }>,
): ViewSettings {
  const names = new Map([...columns].map(({ id, name }) => [id, name]));
  // What is not stored by its id is a field that every row has.
  const shown = renamed(settings, ({ name }) => (isUuid(name) ? names.get(name) : name));
  return isClosed(settings, shown) ? { ...shown, hidden_columns: [...names.values()] } : shown;
}

/** True where all the columns to show are gone, so that what callers see of the view follows the table's columns. */
export function isClosed(
  stored: Pick<ViewSettings, "visible_columns">,
  shown: Pick<ViewSettings, "visible_columns">,
): boolean {
  return stored.visible_columns.length > 0 && shown.visible_columns.length === 0;
}
