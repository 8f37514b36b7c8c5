import { isUuid } from "@jst/rpc";
import { renamed, type ViewSettings } from "./settings.ts";

/**
 * Returns the stored settings as callers see them, for these columns. A deleted column is left out, and so is a
 * layout's state column while it has another type. If all columns to show are deleted, every column is hidden: an empty
 * list would show all.
 */
export function shownSettings(
  settings: ViewSettings,
  columns: Iterable<{ id: string; name: string; type: string }>,
): ViewSettings {
  const own = new Map([...columns].map((column) => [column.id, column]));
  const shown = renamed(settings, ({ name, isState }) => {
    // A name that is not an id is a field that every row has.
    if (!isUuid(name)) return name;
    const column = own.get(name);
    return isState === true && column?.type !== "state" ? undefined : column?.name;
  });
  const names = [...own.values()].map(({ name }) => name);
  return isClosed(settings, shown) ? { ...shown, hidden_columns: names } : shown;
}

/**
 * Tests whether the shown settings follow the table's columns while the view's version stays. They do if all columns to
 * show are deleted, or if the layout names a state column, which may change its type and back.
 */
export function followsColumns(stored: ViewSettings, shown: Pick<ViewSettings, "visible_columns">): boolean {
  return isClosed(stored, shown) || (stored.record_review_layout?.state_column ?? null) !== null;
}

/** True where all the columns to show are gone. */
function isClosed(stored: ViewSettings, shown: Pick<ViewSettings, "visible_columns">): boolean {
  return stored.visible_columns.length > 0 && shown.visible_columns.length === 0;
}
