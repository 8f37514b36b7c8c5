import { isUuid } from "@jst/rpc";
import { renamed, type ViewSettings } from "./settings.ts";

/**
 * The stored settings as callers see them, the table having these columns; one that is gone is left out, and so is one
 * that a layout takes for the state, while it is of another type. Where all those to show are gone, every column is a
 * hidden one: an empty list would say that all are shown.
 */
export function shownSettings(
  settings: ViewSettings,
  columns: Iterable<{ id: string; name: string; type: string }>,
): ViewSettings {
  const own = new Map([...columns].map((column) => [column.id, column]));
  const shown = renamed(settings, ({ name, isState }) => {
    // What is not stored by its id is a field that every row has.
    if (!isUuid(name)) return name;
    const column = own.get(name);
    return isState === true && column?.type !== "state" ? undefined : column?.name;
  });
  const names = [...own.values()].map(({ name }) => name);
  return isClosed(settings, shown) ? { ...shown, hidden_columns: names } : shown;
}

/**
 * True where what callers see of the view follows the table's columns, while its version stays: where all the columns
 * to show are gone, or the layout names a state column, which may become one of another type and again a state.
 */
export function followsColumns(stored: ViewSettings, shown: ViewSettings): boolean {
  return isClosed(stored, shown) || (stored.record_review_layout?.state_column ?? null) !== null;
}

/** True where all the columns to show are gone. */
function isClosed(stored: ViewSettings, shown: ViewSettings): boolean {
  return stored.visible_columns.length > 0 && shown.visible_columns.length === 0;
}
