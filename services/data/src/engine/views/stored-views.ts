import { instant, type Row, type Statement, type TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import { isUuid } from "@jst/rpc";
import type { View } from "../../../gen/rpc.ts";
import { versionConflict } from "../rows/row-refusals.ts";
import type { TableSchema } from "../schema/schema.ts";
import { StaleSchema } from "../schema/with-table.ts";
import { settingsOf, type ViewSettings } from "./settings.ts";
import { shownSettings } from "./shown-settings.ts";

/** Views of one table (limits.tables). */
export const VIEWS_MAX = 100;

/** A view on its way into the database; its settings name columns by id. */
export interface ViewDraft {
  name: string;
  kind: View["kind"];
  favorite: boolean;
  settings: ViewSettings;
}

/** A view as its statements answer it; its settings name columns by id. */
export interface StoredView extends ViewDraft {
  id: string;
  table_id: string;
  created_at: string;
  updated_at: string;
  created_by: View["created_by"];
  version: number;
}

/** SQL for a StoredView, over alias `v`. */
export const viewJson = `json_build_object('id', v.id, 'table_id', v.table_id, 'name', v.name, 'kind', v.kind,
    'favorite', v.is_favorite, 'settings', v.settings, 'created_at', ${instant("v.created_at")},
    'updated_at', ${instant("v.updated_at")}, 'version', v.version,
    'created_by', json_build_object('type', v.created_by_type, 'id', v.created_by_id))`;

interface ViewRow extends Row {
  view: StoredView;
}

/** A view as callers see it, its columns by name. */
export function shownView(view: StoredView, schema: TableSchema): View {
  const { id, table_id, name, kind, favorite, created_at, updated_at, created_by, version } = view;
  return {
    id,
    table_id,
    name,
    kind,
    ...shownSettings(settingsOf({ settings: view.settings }), schema.columns.values()),
    favorite,
    created_at,
    updated_at,
    created_by,
    version,
  };
}

/** One view of the table, the version of the table's columns, and whether they have changed since it was written. */
export function findView(teamId: string, schema: TableSchema, viewId: string): Statement {
  return {
    name: "find_view",
    text: `select ${viewJson} as view, t.schema_version, t.updated_at > v.updated_at as is_older
      from data.views v join data.tables t on t.team_id = $1 and t.id = $2
      where v.team_id = $1 and v.table_id = $2 and v.id = $3`,
    values: [teamId, schema.id, viewId],
  };
}

/** Makes the creation of a table's views wait for each other, and answers how many there are. */
export async function countViews(tx: TeamTx, schema: TableSchema): Promise<number> {
  await tx.query({
    name: "lock_views",
    text: "select pg_advisory_xact_lock(hashtextextended('data.views ' || $1, 0))",
    values: [schema.id],
  });
  const [row] = await tx.query<{ n: number }>({
    name: "count_views",
    text: "select count(*)::int as n from data.views v where v.team_id = $1 and v.table_id = $2",
    values: [tx.context.teamId, schema.id],
  });
  return row?.n ?? 0;
}

/** Stores a view; undefined when the schema it was checked against is out of date. */
export async function insertView(
  tx: TeamTx,
  schema: TableSchema,
  draft: ViewDraft,
): Promise<StoredView | undefined> {
  const { teamId, actorType, actorId } = tx.context;
  const [row] = await tx.query<ViewRow>({
    name: "insert_view",
    text: `insert into data.views as v (team_id, table_id, name, kind, is_favorite, settings, created_by_type, created_by_id)
      select $1, $2::uuid, $4, $5, $6::boolean, $7::jsonb, $8, $9
      where data.holds_columns($1, $2, $3)
      returning ${viewJson} as view`,
    values: [
      teamId,
      schema.id,
      schema.version,
      draft.name,
      draft.kind,
      draft.favorite,
      JSON.stringify(draft.settings),
      actorType,
      actorId,
    ],
  });
  return row?.view;
}

/**
 * The view as it is, which no one else changes until the transaction ends; the columns stay as well. Throws not_found
 * and version_conflict, and StaleSchema when the schema is out of date.
 */
export async function lockView(
  tx: TeamTx,
  schema: TableSchema,
  viewId: string,
  version: number | undefined,
): Promise<StoredView> {
  if (!isUuid(viewId)) throw notFound();
  const [row] = await tx.query<ViewRow & { is_current: boolean }>({
    name: "lock_view",
    text: `select ${viewJson} as view, data.holds_columns($1, $2, $4) as is_current from data.views v
      where v.team_id = $1 and v.table_id = $2 and v.id = $3 for update`,
    values: [tx.context.teamId, schema.id, viewId, schema.version],
  });
  if (row === undefined) throw notFound();
  if (!row.is_current) throw new StaleSchema();
  if (version !== undefined && version !== row.view.version) throw versionConflict(row.view.version, "view");
  return row.view;
}

/** Replaces what may change of a locked view. */
export async function saveView(tx: TeamTx, id: string, draft: ViewDraft): Promise<StoredView> {
  const [row] = await tx.query<ViewRow>({
    name: "save_view",
    text: `update data.views v
      set name = $3, kind = $4, is_favorite = $5, settings = $6::jsonb, version = v.version + 1, updated_at = now()
      where v.team_id = $1 and v.id = $2
      returning ${viewJson} as view`,
    values: [tx.context.teamId, id, draft.name, draft.kind, draft.favorite, JSON.stringify(draft.settings)],
  });
  if (row === undefined) throw new Error("a locked view is there");
  return row.view;
}

/** Removes a view. */
export async function removeView(tx: TeamTx, id: string): Promise<void> {
  await tx.query({
    name: "remove_view",
    text: "delete from data.views v where v.team_id = $1 and v.id = $2",
    values: [tx.context.teamId, id],
  });
}
