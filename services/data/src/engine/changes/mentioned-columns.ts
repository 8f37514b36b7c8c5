import type { Image, Mentioned, Mentions } from "@jst/changes";
import { isUuid } from "@jst/rpc";
import { settingsOf, usesOf } from "../views/settings.ts";
import type { ColumnType } from "../types/types.ts";

/** A column as far as images of rows and views are shown by it. */
export interface MentionedColumn {
  id: string;
  table_id: string;
  name: string;
  type: ColumnType;
  position: number;
  /** Name of the table for people. */
  table_name?: string;
  /** Contacts that cells of the column may name, by their ids, as those that they stand for now. */
  stands_for?: Readonly<Record<string, string>> | null;
}

const fields = ["id", "table_id", "name", "type", "position"] satisfies (keyof MentionedColumn)[];

/** Rows and views are shown by the columns of their tables. */
export const mentionedColumns: Mentions = {
  resource: "columns",
  fields,
  within: "table_id",
  find: (teamId, images) => ({
    name: "mentioned_columns",
    text: `select jsonb_build_object(${fields.map((field) => `'${field}', c.${field}`).join(", ")}, 'table_name',
        t.display_name, 'stands_for',
        case when c.type = 'contact' then (
          select jsonb_object_agg(m.contact_id, m.live_id) from data.merged_contacts m
          where m.team_id = $1 and m.contact_id = any($3::uuid[]) and m.live_id is not null
        ) end) as image
      from data.columns c join data.tables t on t.team_id = c.team_id and t.id = c.table_id
      where c.team_id = $1 and c.table_id = any($2::uuid[])`,
    values: [teamId, [...new Set(images.map((image) => image["table_id"]))], idsIn(images)],
  }),
  // A row has no settings: it names its columns by their names.
  idsOf: (images) => [
    ...new Set(images.flatMap((image) => usesOf(settingsOf(image)).map(({ name }) => name)).filter(isUuid)),
  ],
};

/** Cell of one of the rows that may be the id of a contact. */
function idsIn(images: readonly Image[]): string[] {
  const cells = images.flatMap(({ data }) => Object.values((data ?? {}) as Image));
  return [...new Set(cells.filter((cell) => typeof cell === "string" && isUuid(cell)))] as string[];
}

/** Each list sorted once, however many images are shown by it. */
const inOrder = new WeakMap<readonly Image[], readonly MentionedColumn[]>();

/** The columns of the table that the image is of, in their order. */
export function columnsOf(image: Image, mentioned: Mentioned): readonly MentionedColumn[] {
  const images = mentioned(String(image["table_id"]));
  const columns = inOrder.get(images) ?? sorted(images as readonly unknown[] as readonly MentionedColumn[]);
  inOrder.set(images, columns);
  return columns;
}

function sorted(columns: readonly MentionedColumn[]): readonly MentionedColumn[] {
  return columns.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
}
