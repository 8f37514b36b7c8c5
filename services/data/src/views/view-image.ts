import type { Image, Mentioned, Mentions } from "@jst/changes";
import { isUuid } from "@jst/rpc";
import { noSettings, renamed, usesOf, type ViewSettings } from "./settings.ts";

/** Images of views name columns of their tables. */
export const mentionedColumns: Mentions = {
  resource: "columns",
  find: (teamId, views) => ({
    name: "mentioned_columns",
    text: `select c.id, jsonb_build_object('table_id', c.table_id, 'name', c.name) as image
      from data.columns c where c.team_id = $1 and c.table_id = any($2::uuid[])`,
    values: [teamId, [...new Set(views.map((view) => view["table_id"]))]],
  }),
  idsOf: (views) => [
    ...new Set(views.flatMap((view) => usesOf(settingsOf(view)).map(({ name }) => name)).filter(isUuid)),
  ],
};

/** A view of a changeset with its settings as members and its columns by name; a column that is gone is left out. */
export function viewImage({ settings, ...view }: Image, mentioned: Mentioned): Image {
  const named = renamed(settingsOf({ settings }), ({ name }) =>
    isUuid(name) ? (mentioned.get(name)?.["name"] as string | undefined) : name,
  );
  return { ...view, ...named };
}

function settingsOf({ settings }: Image): ViewSettings {
  return { ...noSettings, ...(settings as Partial<ViewSettings>) };
}
