import type { Image, Mentioned, Mentions } from "@jst/changes";
import { isUuid } from "@jst/rpc";
import { noSettings, usesOf, type ViewSettings } from "./settings.ts";
import { shownSettings } from "./shown-settings.ts";

/** A column as far as it is mentioned. */
interface MentionedColumn {
  id: string;
  table_id: string;
  name: string;
  position: number;
}

/** Images of views name columns of their tables. */
export const mentionedColumns: Mentions = {
  resource: "columns",
  find: (teamId, views) => ({
    name: "mentioned_columns",
    text: `select c.id, jsonb_build_object(
        'id', c.id, 'table_id', c.table_id, 'name', c.name, 'position', c.position) as image
      from data.columns c where c.team_id = $1 and c.table_id = any($2::uuid[])`,
    values: [teamId, [...new Set(views.map((view) => view["table_id"]))]],
  }),
  idsOf: (views) => [
    ...new Set(views.flatMap((view) => usesOf(settingsOf(view)).map(({ name }) => name)).filter(isUuid)),
  ],
};

/** A view of a changeset with its settings as members and its columns by name, as the API has it. */
export function viewImage({ settings, ...view }: Image, mentioned: Mentioned): Image {
  const columns = columnsOf(String(view["table_id"]), mentioned);
  return { ...view, ...shownSettings(settingsOf({ settings }), columns) };
}

/** The columns of the table, in their order. */
function columnsOf(tableId: string, mentioned: Mentioned): MentionedColumn[] {
  const columns = [...mentioned.values()] as unknown as MentionedColumn[];
  return columns
    .filter((column) => column.table_id === tableId)
    .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
}

function settingsOf({ settings }: Image): ViewSettings {
  return { ...noSettings, ...(settings as Partial<ViewSettings>) };
}
