import type { TeamTx } from "@jst/db";
import type { ColumnUse } from "../../../gen/rpc.ts";
import { type ColumnUse as Use, renamed, settingsOf, usesOf, type ViewSettings } from "./settings.ts";

interface ViewRow extends Record<string, unknown> {
  id: string;
  name: string;
  settings: ViewSettings;
}

/** The table's views that name the column (by id), each with the first place of it, for the impact of column_in_use. */
export function viewsUsing(tx: TeamTx, tableId: string, columnId: string): Promise<ColumnUse[]> {
  return viewsWith(tx, tableId, ({ name }) => name === columnId);
}

/** The table's views whose conditions or actions say something of what is in these columns (by id). */
export function viewsJudging(
  tx: TeamTx,
  tableId: string,
  columnIds: ReadonlySet<string>,
): Promise<ColumnUse[]> {
  return viewsWith(tx, tableId, (use) => columnIds.has(use.name) && isOfCells(use));
}

/** The table's views whose layout takes one of these columns (by id) for the state. */
export function viewsReviewing(
  tx: TeamTx,
  tableId: string,
  columnIds: ReadonlySet<string>,
): Promise<ColumnUse[]> {
  return viewsWith(tx, tableId, ({ name, isState }) => isState === true && columnIds.has(name));
}

async function viewsWith(tx: TeamTx, tableId: string, isMeant: (use: Use) => boolean): Promise<ColumnUse[]> {
  return (await viewsOf(tx, tableId)).flatMap(({ id, name, settings }) => {
    const use = usesOf(settings).find(isMeant);
    return use === undefined ? [] : [{ kind: "view", table_id: tableId, id, name, path: use.at }];
  });
}

/** True for a place that holds a value for the column, not its name alone. */
function isOfCells({ at }: { at: string }): boolean {
  return /^(filters|conditional_formats\.\d+\.filter|record_review_layout\.actions)\./.test(at);
}

/** Takes the column out of every view of the table that names it; each is a change of that view. */
export async function pruneViews(tx: TeamTx, tableId: string, columnId: string): Promise<void> {
  const pruned = (await viewsOf(tx, tableId)).flatMap(({ id, settings }) => {
    if (!usesOf(settings).some((use) => use.name === columnId)) return [];
    return [{ id, settings: without(settings, columnId) }];
  });
  if (pruned.length === 0) return;
  await tx.query({
    name: "prune_views",
    text: `update data.views v set settings = p.settings, version = v.version + 1, updated_at = now()
      from jsonb_to_recordset($2::jsonb) as p (id uuid, settings jsonb)
      where v.team_id = $1 and v.id = p.id`,
    values: [tx.context.teamId, JSON.stringify(pruned)],
  });
}

/** A view that names the columns it shows never comes to show all of them: it keeps the last name, now of nothing. */
function without(settings: ViewSettings, columnId: string): ViewSettings {
  const kept = renamed(settings, ({ name }) => (name === columnId ? undefined : name));
  return kept.visible_columns.length > 0 ? kept : { ...kept, visible_columns: settings.visible_columns };
}

async function viewsOf(tx: TeamTx, tableId: string): Promise<ViewRow[]> {
  const views = await tx.query<ViewRow>({
    name: "views_of_table",
    text: `select v.id, v.name, v.settings from data.views v
      where v.team_id = $1 and v.table_id = $2 order by v.id for update`,
    values: [tx.context.teamId, tableId],
  });
  return views.map((view) => ({ ...view, settings: settingsOf(view) }));
}
