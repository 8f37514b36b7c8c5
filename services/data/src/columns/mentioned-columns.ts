import type { Image, Mentioned, Mentions } from "@jst/changes";
import { isUuid } from "@jst/rpc";
import { settingsOf, usesOf } from "../views/settings.ts";
import type { ColumnType } from "./types.ts";

/** A column as far as images of rows and views are shown by it. */
export interface MentionedColumn {
  id: string;
  table_id: string;
  name: string;
  type: ColumnType;
  position: number;
}

/** Rows and views are shown by the columns of their tables. */
export const mentionedColumns: Mentions = {
  resource: "columns",
  find: (teamId, images) => ({
    name: "mentioned_columns",
    text: `select c.id, jsonb_build_object(
        'id', c.id, 'table_id', c.table_id, 'name', c.name, 'type', c.type, 'position', c.position) as image
      from data.columns c where c.team_id = $1 and c.table_id = any($2::uuid[])`,
    values: [teamId, [...new Set(images.map((image) => image["table_id"]))]],
  }),
  // A row has no settings: it names its columns by their names.
  idsOf: (images) => [
    ...new Set(images.flatMap((image) => usesOf(settingsOf(image)).map(({ name }) => name)).filter(isUuid)),
  ],
};

const byTable = new WeakMap<Mentioned, ReadonlyMap<string, readonly MentionedColumn[]>>();

/** The columns of the table that the image is of, in their order. */
export function columnsOf(image: Image, mentioned: Mentioned): readonly MentionedColumn[] {
  const tables = byTable.get(mentioned) ?? tablesIn(mentioned);
  byTable.set(mentioned, tables);
  return tables.get(String(image["table_id"])) ?? [];
}

function tablesIn(mentioned: Mentioned): ReadonlyMap<string, readonly MentionedColumn[]> {
  const columns = ([...mentioned.values()] as unknown as MentionedColumn[]).sort(
    (a, b) => a.position - b.position || (a.id < b.id ? -1 : 1),
  );
  return Map.groupBy(columns, (column) => column.table_id);
}
