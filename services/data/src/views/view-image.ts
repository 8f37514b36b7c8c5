import type { Image, Names } from "@jst/changes";
import type { Statement } from "@jst/db";
import { isUuid } from "@jst/rpc";
import { noSettings, renamed, type ViewSettings } from "./settings.ts";

/** The columns of the tables that these views are of. */
export function mentionedColumns(teamId: string, views: readonly Image[]): Statement {
  return {
    name: "columns_of_views",
    text: "select c.id, c.name from data.columns c where c.team_id = $1 and c.table_id = any($2::uuid[])",
    values: [teamId, [...new Set(views.map((view) => view["table_id"]))]],
  };
}

/** A view of a changeset with its settings as members and its columns by name; a column that is gone is left out. */
export function viewImage({ settings, ...view }: Image, names: Names): Image {
  const named = renamed({ ...noSettings, ...(settings as ViewSettings) }, ({ name }) =>
    isUuid(name) ? names.get(name) : name,
  );
  return { ...view, ...named };
}
