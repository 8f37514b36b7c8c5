import { AppError, notFound } from "@jst/errors";
import type { Call } from "@jst/rpc";
import type { ConditionalFormat } from "../../../gen/rpc.ts";
import type { TableSchema } from "../schema/schema.ts";
import { StaleSchema } from "../schema/with-table.ts";
import { sortTextOf } from "./checked-settings.ts";
import { settingsOf, type ViewSettings } from "./settings.ts";
import { shownSettings } from "./shown-settings.ts";
import { findView, type StoredView } from "./stored-views.ts";

/** A view as it is read. */
export interface LoadedView extends StoredView {
  /** True when its table has changed since: it may be shown otherwise than under the same version before. */
  is_older: boolean;
}

/** The view of the table with this id; throws not_found, and StaleSchema when the schema is out of date. */
export async function loadView(
  call: Call<unknown>,
  schema: TableSchema,
  viewId: string,
): Promise<LoadedView> {
  const statement = findView(call.caller.team_id, schema, viewId);
  const [row] = await call.read<{ view: StoredView; schema_version: number; is_older: boolean }>(statement);
  if (row === undefined) throw notFound();
  if (row.schema_version !== schema.version) throw new StaleSchema();
  return { ...row.view, is_older: row.is_older };
}

/** Parts of a view that decide a list of its rows. */
export interface ViewQuery {
  id: string;
  settings: ViewSettings;
  /** Its order as `sort` spells it; undefined when it has none. */
  sort: string | undefined;
  /** Formats to evaluate for each row: none of a cell that the view does not show. */
  formats: readonly ConditionalFormat[];
}

/** How a list asks for what the view says. */
export function viewQuery(view: StoredView, schema: TableSchema): ViewQuery {
  const settings = shownSettings(settingsOf({ settings: view.settings }), schema.columns.values());
  return {
    id: view.id,
    settings,
    sort: settings.sorts.length === 0 ? undefined : sortTextOf(settings.sorts),
    formats: settings.conditional_formats.filter(
      ({ column }) => column === undefined || isShown(settings, column),
    ),
  };
}

/** The columns a view shows, as `fields` spells them; undefined when it shows all. */
export function visibleFields({ settings }: ViewQuery, schema: TableSchema): string | undefined {
  if (settings.visible_columns.length === 0 && settings.hidden_columns.length === 0) return undefined;
  return [...schema.columns.keys()].filter((name) => isShown(settings, name)).join(",");
}

/** Tells whether a view shows a column: it is visible, as all are where none is named, and not hidden. */
function isShown({ visible_columns: visible, hidden_columns: hidden }: ViewSettings, name: string): boolean {
  return (visible.length === 0 || visible.includes(name)) && !hidden.includes(name);
}

/**
 * Runs work that compiles what the view says. What the view said when it was saved may no longer fit its columns, whose
 * types change: the refusal then tells that it is the view's own.
 */
export function ofView<T>(view: ViewQuery, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(
      error.code,
      `The view does not fit the present columns of the table. Change the view. ${error.message}`,
      {
        extension: { ...error.extension, view_id: view.id },
        cause: error,
      },
    );
  }
}
